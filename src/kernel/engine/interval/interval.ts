/**
 * Effective-dated rows: of one key, no two are in force at one instant (docs/decisions/124). A row is never changed: what replaces a part of
 * its time ends it and writes the rest of it as a new version. Times are half-open; an empty end is no end.
 */
export interface IntervalDefinition {
  /** Table of the rows: `id, row_id, version, valid_from, valid_to, known_from, known_until, ended_by`, the key, and `values`. */
  readonly table: string
  /** Table of the changes, from which the rows can be replayed. */
  readonly history: string
  /** Column of the key, and the table whose row is locked while its rows change. */
  readonly key: string
  readonly keys: string
  /** All further columns, which a part of a row keeps. */
  readonly values: readonly string[]
  /** Columns of the key that each row has too, so that a list finds rows by them in its own order; those of the asked rows are not read. */
  readonly ofKey?: readonly string[]
}

/** What a change was: `put` a new row, `end`, `revoke`, `extend`, `restore` and `move` acts on rows; `cut`, `split` and `remove` follow from another change. */
export const CHANGE_ACTS = ['put', 'end', 'revoke', 'extend', 'restore', 'move', 'cut', 'split', 'remove'] as const

/**
 * Generates the database function `<table>_put`, which writes a set of rows at once and records every row that it touches, with the change that caused it.
 * A migration contains the text; a test compares the two.
 *
 * Modes: `replace` holds from its beginning on, so that whatever of its key begins later goes; `temporary` holds for its own time and gives the
 * time after it back to what was there; `clear` is `temporary` without a row of its own. Rows of one key are written in the order of their beginnings, so
 * neighbours move together. Keys are locked in one order, so that sets do not deadlock.
 */
export function intervalPutSql({ table: rows, history, key, keys, values, ofKey = [] }: IntervalDefinition): string {
  const columns = [
    'id',
    'row_id',
    'version',
    key,
    'valid_from',
    'valid_to',
    'known_from',
    'known_until',
    'ended_by',
    ...values,
    ...ofKey,
  ]
  const kept = [...values, ...ofKey].map((column) => `, ${column}`).join('')
  const own = [...values.map((column) => `, c.${column}`), ...ofKey.map((column) => `, k.${column}`)].join('')
  const beside = ofKey.length > 0 ? ` join ${keys} k on k.id = c.${key}` : ''
  return `create or replace function ${rows}_put(
  p_rows ${rows}[], p_modes text[], p_acts text[], p_lines int[], p_at timestamptz, p_actor int,
  p_document_type text, p_document bigint, p_document_no text, p_reason text
) returns int language plpgsql set search_path = public as $put$
declare
  v_turns int[];
  v_ids bigint[];
  v_changes bigint[];
  v_touched bigint[];
  v_by int[];
begin
  if coalesce(cardinality(p_rows), 0) = 0 then
    return 0;
  end if;
  perform from ${keys} k where k.id in (select r.${key} from unnest(p_rows) r) order by k.id for update;

  select array_agg(t.turn order by t.n), array_agg(nextval('document_id') order by t.n), array_agg(nextval('document_id') order by t.n)
  into v_turns, v_ids, v_changes
  from (select n, (row_number() over (partition by ${key} order by valid_from, n))::int as turn
    from unnest(p_rows) with ordinality as r (${columns.join(', ')}, n)) t;

  for v_turn in 1 .. (select max(t) from unnest(v_turns) t) loop
    with asked as (
      select c.* from rows from (unnest(p_rows), unnest(p_modes), unnest(p_acts), unnest(v_turns)) with ordinality
        as c (${columns.join(', ')}, mode, act, turn, n) where c.turn = v_turn
    ), ended as (
      update ${rows} r set known_until = p_at, ended_by = case when c.mode = 'clear' then c.act when c.act = 'extend' then 'extend' else 'cut' end
      from asked c
      where r.${key} = c.${key} and r.known_until is null
        and tstzrange(r.valid_from, r.valid_to) && tstzrange(c.valid_from, case when c.mode <> 'replace' then c.valid_to end)
      returning r.id, c.n
    )
    select array_agg(id order by id), array_agg(n::int order by id) into v_touched, v_by from ended;

    with asked as (
      select c.* from rows from (unnest(p_rows), unnest(p_modes), unnest(p_acts), unnest(p_lines), unnest(v_turns), unnest(v_ids), unnest(v_changes))
        with ordinality as c (${columns.join(', ')}, mode, act, line, turn, new_id, change, n) where c.turn = v_turn
    ), written as (
      insert into ${rows} (id, row_id, version, ${key}, valid_from, valid_to, known_from${kept})
      select c.new_id, coalesce(c.row_id, c.new_id), coalesce(c.version, 1), c.${key}, c.valid_from, c.valid_to, p_at${own}
      from asked c${beside} where c.mode <> 'clear'
      returning id
    )
    insert into ${history} (id, ${key}, at, actor_id, act, before_id, after_id, document_type, document_id, document_no, line_no, reason)
    select c.change, c.${key}, p_at, p_actor, c.act, null, w.id, p_document_type, p_document, p_document_no, c.line, p_reason
    from asked c left join written w on w.id = c.new_id;

    with touched as materialized (
      select r.*, c.change, c.line, c.valid_from as cut_from, case when c.mode <> 'replace' then c.valid_to end as cut_to,
        case when r.valid_from < c.valid_from then nextval('document_id') end as head,
        case when c.mode <> 'replace' and c.valid_to is not null and coalesce(r.valid_to > c.valid_to, true) then nextval('document_id') end as tail
      from unnest(v_touched, v_by) as t (id, n)
      join ${rows} r on r.id = t.id
      join (select n, x.change, x.line, x.mode, x.valid_from, x.valid_to
        from rows from (unnest(p_rows), unnest(p_modes), unnest(p_lines), unnest(v_changes)) with ordinality
          as x (${columns.join(', ')}, mode, line, change, n)) c on c.n = t.n
    ), heads as (
      insert into ${rows} (id, row_id, version, ${key}, valid_from, valid_to, known_from${kept})
      select head, row_id, version + 1, ${key}, valid_from, cut_from, p_at${kept} from touched where head is not null
    ), tails as (
      insert into ${rows} (id, row_id, version, ${key}, valid_from, valid_to, known_from${kept})
      select tail, case when head is null then row_id else tail end, case when head is null then version + 1 else 1 end, ${key}, cut_to, valid_to,
        p_at${kept} from touched where tail is not null
    )
    insert into ${history} (id, parent_id, ${key}, at, actor_id, act, before_id, after_id, document_type, document_id, document_no, line_no, reason)
    select nextval('document_id'), change, ${key}, p_at, p_actor, case when head is null and tail is null then 'remove' else 'cut' end, id,
      coalesce(head, tail), p_document_type, p_document, p_document_no, line, p_reason from touched
    union all
    select nextval('document_id'), change, ${key}, p_at, p_actor, 'split', null, tail, p_document_type, p_document, p_document_no, line, p_reason
    from touched where head is not null and tail is not null;
  end loop;
  return cardinality(p_rows);
end $put$;
`
}
