-- The rows of document_difference say what a comparison of the registry found; document_comparison says when one ran, also where it found nothing.
alter table document_comparison drop column differences;
