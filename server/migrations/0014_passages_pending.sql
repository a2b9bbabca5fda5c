-- A short list of pending entries costs a search little, and writing many passages at once to the index takes a third of the time.
-- PostgreSQL's usual list of 4 MB would let one writer wait for long, and each search read it.
alter index source_passages_by_word set (fastupdate = on, gin_pending_list_limit = 256);
