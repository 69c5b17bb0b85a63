-- Up Migration
-- The desk that made it. Unknown of addresses from before.
alter table hub.notice_addresses add column made_by uuid;

-- Who let in the desks of before 0002 stands in the log, where the desks find it: a removal takes the same with it everywhere. For one statement
-- row-level security does not bind the owner, since no clinic is set here.
alter table hub.desks no force row level security;
alter table hub.pushes no force row level security;
update hub.desks d set added_by = a.number
  from (select p.clinic, e ->> 'desk' as desk, min(p.number) as number
          from hub.pushes p, jsonb_array_elements(convert_from(p.bytes, 'UTF8')::jsonb -> 'entries') e
         where p.clinic in (select clinic from hub.desks where added_by is null) and e ->> 'type' = 'member-added'
         group by 1, 2) a
 where d.clinic = a.clinic and d.desk::text = a.desk and d.added_by is null;
alter table hub.desks force row level security;
alter table hub.pushes force row level security;
