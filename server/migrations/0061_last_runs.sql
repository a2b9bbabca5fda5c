-- The last run of each skill in a project.
create index skill_runs_of_skill_in_project on skill_runs (project_id, skill, id desc);
