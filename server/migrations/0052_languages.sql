-- The language that a short text has unless it is clearly in another one: see server/insights/sources/reading/language.ts.

-- Set by the sender; null if the text is to be recognized.
alter table sources add column stated_language text;
-- Not `language`, which earlier versions select from trackers joined with projects.
alter table projects add column usual_language text;
alter table settings add column language text;

-- The latest longer sources, whose languages short ones have.
create index sources_with_language on sources (project_id, id desc) include (language)
  where language is not null and text_chars >= 200;
