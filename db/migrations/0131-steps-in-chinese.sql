-- Two steps were called by abbreviations in Chinese too (D9: RCSM is the regional channel sales manager). The newest version of each route that
-- has them goes on under the next number, whoever wrote it, with only those words changed; what was started keeps the words that it was shown.
insert into approval_template (code, version, name_zh, name_en, process, steps)
select t.code, t.version + 1, t.name_zh, t.name_en, t.process,
  replace(replace(replace(t.steps::text,
    '"zh": "RSM / RCSM"', '"zh": "区域销售经理 / 区域渠道销售经理"'),
    '"zh": "一级审批（TL 或经理）"', '"zh": "一级审批（团队主管或经理）"'),
    '"zh": "授权表：各额度档均由 TL 或经理先审"', '"zh": "授权表：各额度档均由团队主管或经理先审"')::jsonb
from (select distinct on (code) * from approval_template order by code, version desc) t
where t.steps::text like any (array['%"zh": "RSM / RCSM"%', '%"zh": "一级审批（TL 或经理）"%', '%"zh": "授权表：各额度档均由 TL 或经理先审"%']);
