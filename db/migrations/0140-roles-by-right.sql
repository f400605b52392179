-- Every submit asks which roles bring the rights to decide and to hold tasks. The primary key begins with the role, so a right was
-- looked for in all of it.
create index role_right__right on role_right (right_code, role_code);
