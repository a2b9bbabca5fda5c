-- The issue date of the last invoice of a series, which the next one must not precede. Of credit notes it is not needed.
alter table invoice_series_counters add issue_date date;
alter table invoice_series_counters disable trigger series_counters_count_up;
update invoice_series_counters counters set issue_date = invoices.issue_date
from invoices where invoices.series = counters.series and invoices.ordinal = counters.last;
alter table invoice_series_counters enable trigger series_counters_count_up;
