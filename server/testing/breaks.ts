import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TestApp } from './app.ts'
import type { Life } from './life.ts'

/** How one invariant is broken, behind the database's back, and what is then said. */
export interface Break {
  says: string
  /** The rows that are named; as statements, for what has no fixed id. */
  rows: (string | { sql: string })[]
  /** Run without triggers and checks of foreign keys. */
  sql?: string[]
  /** What else breaks with it by necessity. */
  also?: Pick<Break, 'says' | 'rows'>[]
  /** What is changed beside the database; gives what undoes it. */
  beside?: (app: TestApp) => Promise<() => Promise<void>>
}

const made = '0199aaaa-0000-7000-8000-000000000001'
const sideways = '00000000-0000-7000-8000-000000000004'
const supplier = '00000000-0000-7000-8000-000000000002'

const inForce = 'Every trigger, constraint and index is in force'
const computed = 'An invoice comes to what its lines and discounts lead to, computed anew'
const creditComputed = 'Each credit note comes to what those before it have left, computed anew'
const byDocument = 'Stock that is sold or returned is so by an invoice or a credit note'

/** At least one for each invariant. */
export const breaks = (app: TestApp, life: Life): Break[] => [
  {
    says: 'Every named constraint, index and trigger of the migrations is there',
    rows: ['trigger patient_merges_kept'],
    sql: ['drop trigger patient_merges_kept on patient_merges'],
  },
  {
    says: inForce,
    rows: ['trigger patient_merges_kept on patient_merges'],
    sql: ['alter table patient_merges disable trigger patient_merges_kept'],
  },
  {
    says: 'Every foreign key leads to a row that is there',
    rows: [{ sql: 'select $$payments $$ || id from payments' }],
    sql: [`update payments set recorded_by = '${made}'`],
  },
  {
    says: 'Every row fulfils the checks of its table',
    rows: [`items ${life.vials}`],
    sql: [
      'alter table items drop constraint items_reorder_level_check',
      `update items set reorder_level = -1 where id = '${life.vials}'`,
      'alter table items add constraint items_reorder_level_check check (reorder_level >= 0) not valid',
    ],
    also: [{ says: inForce, rows: ['constraint items_reorder_level_check'] }],
  },
  {
    says: 'What is unique is there once',
    rows: ['locations (locations_by_name) main'],
    sql: [
      'set local allow_system_table_mods = on',
      `update pg_index set indisunique = false where indexrelid = 'locations_by_name'::regclass`,
      `insert into locations (id, name, kind) values ('${made}', 'MAIN', 'stock')`,
      `update pg_index set indisunique = true where indexrelid = 'locations_by_name'::regclass`,
    ],
  },

  {
    says: 'There is one owner, once there is anybody',
    rows: ['users'],
    sql: [`update users set role = 'admin' where role = 'owner'`],
  },
  {
    says: 'Who is disabled has no session',
    rows: [{ sql: `select 'sessions ' || id from sessions where user_id = '${app.people.member.id}'` }],
    sql: [`update users set disabled = true where id = '${app.people.member.id}'`],
  },
  {
    says: 'A session begins before it ends, and holds the hash of its token',
    rows: [{ sql: `select 'sessions ' || id from sessions where user_id = '${app.people.admin.id}'` }],
    sql: [`update sessions set expires_at = created_at where user_id = '${app.people.admin.id}'`],
  },
  {
    says: 'Every password is kept as scrypt made it',
    rows: [{ sql: `select 'accounts ' || id from accounts where user_id = '${app.people.admin.id}'` }],
    sql: [`update accounts set password = 'open sesame' where user_id = '${app.people.admin.id}'`],
  },
  {
    says: 'Everyone has a way to sign in',
    rows: [`users ${app.people.admin.id}`],
    sql: [`delete from accounts where user_id = '${app.people.admin.id}'`],
  },
  {
    says: 'Who signs in with a second step has its secret, and nobody else has recovery codes',
    rows: [`users ${app.people.admin.id}`, `users ${app.people.member.id}`],
    sql: [
      `update users set two_factor_enabled = true where id = '${app.people.admin.id}'`,
      `insert into recovery_codes values ('${app.people.member.id}', '\\x${createHash('sha256').digest('hex')}')`,
      `insert into two_factor (user_id, secret) select '${app.people.member.id}', decode(repeat('00', 48), 'hex')`,
    ],
  },
  {
    says: 'An invitation that was accepted has made an account',
    rows: [{ sql: `select 'invitations ' || id from invitations where email = 'late@aerie.test'` }],
    sql: [`update invitations set accepted_at = now(), revoked_at = null where email = 'late@aerie.test'`],
  },
  {
    says: 'The settings are such as can be made',
    rows: ['settings'],
    sql: ['update settings set tax_rates = tax_rates || tax_rates'],
  },

  {
    says: 'A key was used after it was made, while it worked, and not in the future',
    rows: [`api_key_uses ${life.key}`],
    sql: [`update api_key_uses set last_used_at = now() + interval '1 hour' where key_id = '${life.key}'`],
  },
  {
    says: 'Every key has a row that tells when it was used',
    rows: [`api_keys ${life.key}`],
    sql: [`delete from api_key_uses where key_id = '${life.key}'`],
  },
  {
    says: 'The audit log tells of every key that was made, and of every one that was revoked',
    rows: [`api_keys ${life.key}`],
    sql: [`update api_keys set revoked_at = now() + interval '1 hour' where id = '${life.key}'`],
  },
  {
    says: 'The seals of the audit log hold',
    rows: [{ sql: `select 'audit_log ' || id from audit_log where action = 'settings.change'` }],
    sql: [`update audit_log set actor_email = 'eve@aerie.test' where action = 'settings.change'`],
  },
  {
    says: 'The audit log tells of what is written there, and of nothing else',
    rows: [`audit_log ${made}`],
    sql: [
      `insert into audit_log (id, action, actor_email, target_type, target_id, target_label)
       values ('${made}', 'user.fly', 'eve@aerie.test', 'user', '${made}', 'Eve')`,
    ],
  },

  {
    says: 'Every chain of merges ends at one live record',
    rows: [`patients ${life.retired}`, `patients ${life.otherRetired}`],
    sql: [
      `update patients set merged_into = '${life.otherRetired}' where id = '${life.retired}'`,
      `update patients set merged_into = '${life.retired}' where id = '${life.otherRetired}'`,
      `update patient_merges set target_id = '${life.otherRetired}' where source_id = '${life.retired}'`,
      `update patient_merges set target_id = '${life.retired}' where source_id = '${life.otherRetired}'`,
    ],
  },
  {
    says: 'A record is retired by exactly the merge of it that is in force',
    rows: [`patients ${life.retired}`],
    sql: [`update patient_merges set undone_at = now(), undone_by = merged_by where id = '${life.merged}'`],
  },
  {
    says: 'Nothing is left with a retired record but what its merge kept back',
    rows: [`patient_identifiers ${made}`],
    sql: [
      `insert into patient_identifiers values ('${made}', '${life.retired}', 0, 'clinic', '99', 'usual')`,
    ],
  },
  {
    says: 'A merge keeps all that its undoing needs',
    rows: [`patient_merges ${life.merged}`],
    sql: [`update patient_merges set target_before = target_before - 'phone' where id = '${life.merged}'`],
  },
  {
    says: 'The identifiers that a merge found are those that it keeps',
    rows: [`patient_merges ${life.merged}`],
    sql: [
      `update patient_merges set source_before = source_before #- '{identifiers,0}' where id = '${life.merged}'`,
    ],
  },
  {
    says: 'A merge says how many rows it moved',
    rows: [`patient_merges ${life.merged}`],
    sql: [`update patient_merges set moved = '{}' where id = '${life.merged}'`],
  },
  {
    says: 'Records that are marked as being of different people did not become one',
    rows: [`not_duplicate_pairs ${made}`],
    sql: [
      `insert into not_duplicate_pairs (id, patient_a, patient_b, marked_by) select '${made}', least(source_id, target_id),
       greatest(source_id, target_id), merged_by from patient_merges where id = '${life.merged}'`,
    ],
  },
  {
    says: 'Duplicates are looked for among live records only',
    rows: [`patient_match_keys of ${life.retired}`],
    sql: [`insert into patient_match_keys values (1, '${life.retired}')`],
  },

  {
    says: 'Every movement goes between stock and the side of the books that its document is about',
    rows: [
      { sql: `select 'stock_movements ' || id from stock_movements where document_id = '${life.last}'` },
    ],
    sql: [`update stock_movements set to_location = '${sideways}' where document_id = '${life.last}'`],
  },
  {
    says: 'A movement is its document’s: of the same time, by the same person',
    rows: [
      { sql: `select 'stock_movements ' || id from stock_movements where document_id = '${life.last}'` },
    ],
    sql: [
      `update stock_movements set occurred_at = occurred_at - interval '1 day' where document_id = '${life.last}'`,
    ],
  },
  {
    says: 'Receipts, sales and returns move something',
    rows: [`stock_documents ${made}`],
    sql: [
      `insert into stock_documents (id, kind, supplier, delivery_note, delivery_key, recorded_by)
       values ('${made}', 'receipt', 'Nobody', '1', '\\x${createHash('sha256').digest('hex')}', '${app.people.owner.id}')`,
    ],
  },
  {
    says: 'A reversal takes back every movement of a receipt or an adjustment, and nothing else',
    rows: [
      {
        sql: `select 'stock_documents ' || id from stock_documents where reverses = '${life.reversedReceipt}'`,
      },
      { sql: `select 'stock_movements ' || id from stock_movements where reverses is not null` },
    ],
    sql: ['update stock_movements set reverses = null where reverses is not null'],
  },
  {
    says: 'What is tracked by lots moves in lots, and what expires in lots that do',
    rows: [
      {
        sql: `select 'stock_movements ' || m.id from stock_movements m join lots l on l.id = m.lot_id where l.name = 'B'`,
      },
    ],
    sql: [`update lots set expires_on = null where name = 'B'`],
  },
  {
    says: 'What is on hand is what the movements come to, and nowhere less than zero',
    rows: [{ sql: `select 'stock_balances ' || id from stock_balances where item_id = '${life.gloves}'` }],
    sql: [
      `update stock_balances set on_hand = on_hand + 1 where item_id = '${life.gloves}'`,
      `update items set on_hand = on_hand + 1 where id = '${life.gloves}'`,
    ],
  },
  {
    says: 'Stock is kept at stock locations only',
    rows: [`stock_balances ${made}`],
    sql: [`insert into stock_balances values ('${made}', '${life.gloves}', null, '${supplier}', 0)`],
  },
  {
    says: 'What is on hand of an item is the sum over its lots and locations',
    rows: [`items ${life.gloves}`],
    sql: [`update items set on_hand = on_hand + 1 where id = '${life.gloves}'`],
  },
  {
    says: 'The average cost of an item is what its receipts lead to',
    rows: [`items ${life.gloves}`],
    sql: [`update items set average_cost = average_cost + 0.000001 where id = '${life.gloves}'`],
  },

  {
    says: 'The numbers of a series go from 1 on without gaps',
    rows: [`invoices ${life.last}`],
    sql: [
      `update invoices set ordinal = ordinal + 1, number = 'INV-' || ordinal + 1 where id = '${life.last}'`,
      `update invoice_series_counters set last = last + 1 where series = 'INV'`,
    ],
  },
  {
    says: 'Numbers are in the order of issue',
    rows: [`invoices ${life.last}`],
    sql: [`update invoices set issued_at = issued_at - interval '1 day' where id = '${life.last}'`],
  },
  {
    says: 'A number ends in its ordinal',
    rows: [`invoices ${life.last}`],
    sql: [`update invoices set number = 'INV-99999' where id = '${life.last}'`],
  },
  {
    says: 'The counter of a series is at the last number that was given',
    rows: ['invoice_series_counters CN'],
    sql: [`update invoice_series_counters set last = last + 1 where series = 'CN'`],
  },
  {
    says: 'An invoice has lines',
    rows: [`invoices ${life.draft}`],
    sql: [
      `delete from invoice_lines where invoice_id = '${life.draft}'`,
      `update invoices set net = 0, tax = 0, gross = 0, tax_breakdown = '[]' where id = '${life.draft}'`,
    ],
  },
  {
    says: 'What is paid is the sum of the payments, and what is credited that of the credit notes',
    rows: [`invoices ${life.invoice}`],
    sql: [`update invoices set paid = paid - 0.01 where id = '${life.invoice}'`],
  },
  {
    says: 'Nothing was ever paid or credited on what is void or a draft',
    rows: [`invoices ${life.voided}`],
    sql: [
      `insert into payments (id, invoice_id, amount, method, received_on, recorded_by)
       select gen_random_uuid(), '${life.voided}', amount, 'cash', now(), '${app.people.owner.id}'
       from unnest(array[1, -1]) amount`,
    ],
  },
  {
    says: 'No more of a line is credited than was sold',
    rows: [
      {
        sql: `select 'invoice_lines ' || id from invoice_lines where invoice_id = '${life.credited}' and position = 1`,
      },
    ],
    sql: [
      `update credit_note_lines set quantity = 2 where line_id in (
       select id from invoice_lines where invoice_id = '${life.credited}' and position = 1)`,
    ],
    also: [{ says: creditComputed, rows: [{ sql: firstNote(life) }] }],
  },
  {
    says: 'A credit note credits lines of its own invoice',
    rows: [
      {
        sql: `select concat('credit_note_lines ', credit_note_id, '/', (select id from invoice_lines where invoice_id = '${life.draft}'))
          from credit_note_lines join invoice_lines l on l.id = line_id where l.position = 1`,
      },
    ],
    sql: [
      `update credit_note_lines set line_id = (select id from invoice_lines where invoice_id = '${life.draft}')
       from invoice_lines l where l.id = line_id and l.position = 1`,
    ],
    also: [{ says: creditComputed, rows: [{ sql: firstNote(life) }] }],
  },
  {
    says: computed,
    rows: [`invoices ${life.draft}`],
    sql: [`update invoice_lines set quantity = quantity + 1 where invoice_id = '${life.draft}'`],
  },
  {
    says: computed,
    rows: [`invoices ${life.invoice}`],
    sql: [
      `update invoices set tax_breakdown = jsonb_set(tax_breakdown, '{0,tax}', '"1.00"') where id = '${life.invoice}'`,
    ],
  },
  {
    says: creditComputed,
    rows: [{ sql: firstNote(life) }],
    sql: [`update credit_notes set net = net + 0.01, tax = tax - 0.01 where ordinal = 1`],
  },
  {
    says: byDocument,
    rows: [
      { sql: `select 'stock_documents ' || restock_id from invoices where restock_id is not null` },
      {
        sql: `select 'stock_movements ' || m.id from stock_movements m join invoices i on i.restock_id = m.document_id`,
      },
    ],
    sql: ['update invoices set restock_id = null'],
  },
  {
    says: 'Each line of an invoice took from stock what it says, and no more than that was put back',
    rows: [
      {
        sql: `select 'invoice_lines ' || id from invoice_lines where invoice_id = '${life.last}' and item_id = '${life.gloves}'`,
      },
    ],
    sql: [
      `update invoice_lines set item_id = null where invoice_id = '${life.last}' and item_id = '${life.gloves}'`,
    ],
    also: [
      {
        says: byDocument,
        rows: [
          {
            sql: `select 'stock_movements ' || id from stock_movements where document_id = '${life.last}' and item_id = '${life.gloves}'`,
          },
        ],
      },
    ],
  },

  {
    says: 'A deletion of a project is in the audit log',
    rows: [`projects ${life.spareProject}`],
    sql: [`update projects set deleted_at = now() where id = '${life.spareProject}'`],
  },
  {
    says: 'A source that is ready has the text of its content, and one that failed has none',
    rows: [`sources ${life.source}`],
    sql: [`update sources set text_chars = text_chars * 4 where id = '${life.source}'`],
  },
  {
    says: 'What search looks in is the whole text that is there',
    rows: [`sources ${life.source}`],
    sql: [`delete from source_passages where source_id = '${life.source}'`],
  },
  {
    says: 'The numbers of sources of each status are what counting gives',
    rows: [{ sql: `select 'source_counts ' || project_id from sources where id = '${life.source}'` }],
    sql: [
      `update source_counts set ready = ready + 1 from sources
       where sources.id = '${life.source}' and sources.project_id = source_counts.project_id`,
    ],
  },
  {
    says: 'The file of every source is there, and as large as what was uploaded',
    rows: [`sources ${life.failed}`],
    sql: [`update sources set bytes = bytes + 1 where id = '${life.failed}'`],
  },
  {
    says: 'The file of every source is there, and as large as what was uploaded',
    rows: [`sources ${life.failed}`],
    sql: [`update sources set file_key = 'ff/nowhere' where id = '${life.failed}'`],
  },
  {
    says: 'The file of every source is there, with the bytes that were uploaded',
    rows: [`sources ${life.failed}`],
    sql: [`update sources set sha256 = repeat('0', 64) where id = '${life.failed}'`],
  },
  {
    says: 'Every file is of a source, or was uploaded lately',
    rows: [`file 01/${made}`],
    async beside({ dataDir }) {
      const file = join(dataDir, 'files/01', made)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, 'left')
      return () => rm(file)
    },
  },

  {
    says: 'The counters of a tracker are what counting its mentions gives',
    rows: [`tracker_counters ${life.tracker}`],
    sql: [`update tracker_counters set mentions = mentions + 1 where tracker_id = '${life.tracker}'`],
  },
  {
    says: 'The counters of its days are, too',
    rows: [`tracker_days ${life.tracker}/2026-01-31`],
    sql: [
      `update tracker_days set mentions = mentions + 1 where tracker_id = '${life.tracker}' and day = '2026-01-31'`,
    ],
  },
  {
    says: 'A mention is in a text of its tracker’s project, on the day of that source',
    rows: [`mentions ${life.tracker}/1`],
    sql: [`update mentions set end_offset = 9999 where tracker_id = '${life.tracker}' and seq = 1`],
  },
  {
    says: 'A tracker looks for something that can be looked for',
    rows: [`trackers ${life.tracker}`],
    sql: [`update trackers set query = '(wait' where id = '${life.tracker}'`],
  },
  {
    says: 'Who goes back over sources does so for what the tracker looks for now',
    rows: [`tracker_backfills ${life.tracker}`],
    sql: [
      `insert into tracker_backfills (tracker_id, definition_revision, total) values ('${life.tracker}', 99, 0)`,
    ],
  },
  {
    says: 'A fresh scan of every text finds the mentions that are there',
    rows: [`mentions ${life.tracker}/1`],
    sql: [`update mentions set snippet = 'Something else' where tracker_id = '${life.tracker}' and seq = 1`],
  },
  {
    says: 'A fresh scan of every text finds the mentions that are there',
    rows: [`sources ${life.source}`, `mentions ${life.tracker}/1`],
    sql: [
      `update mentions set start_offset = start_offset + 1 where tracker_id = '${life.tracker}' and seq = 1`,
    ],
  },

  {
    says: 'A run begins after it was asked for and ends after it began',
    rows: [`skill_runs ${life.run}`],
    sql: [`update skill_runs set started_at = created_at - interval '1 day' where id = '${life.run}'`],
  },
  {
    says: 'A run is tried again in its own project',
    rows: [`skill_runs ${life.again}`],
    sql: [`update skill_runs set skill = 'themes' where id = '${life.again}'`],
  },
  {
    says: 'What a run was asked for can be asked for',
    rows: [`skill_runs ${life.run}`, `skill_runs ${life.again}`],
    sql: [`update skill_runs set input = '{"surprise": 1}'`],
  },
  {
    says: 'What a run has written is whole, and cites',
    rows: [`skill_runs ${life.run}`],
    sql: [`update skill_runs set output = jsonb_set(output, '{citations}', '[]') where id = '${life.run}'`],
  },
  {
    says: 'What a run quotes stands in the text, word for word',
    rows: [`skill_runs ${life.run}`, `skill_runs ${life.again}`],
    sql: [
      'update source_texts set text = upper(text)',
      `update sources set updated_at = updated_at - interval '1 hour'`,
    ],
  },

  {
    says: 'A recorded answer can be given again',
    rows: [
      {
        sql: `select concat_ws(' ', 'idempotency_records', user_id, 'projects.create twice') from idempotency_records where key = 'twice'`,
      },
    ],
    sql: [`update idempotency_records set body = '{"cut' where key = 'twice'`],
  },
  {
    says: 'A recorded answer can be given again',
    rows: [
      {
        sql: `select concat_ws(' ', 'idempotency_records', user_id, 'apiKeys.create secret') from idempotency_records where key = 'secret'`,
      },
    ],
    sql: [`update idempotency_records set body = '{"token":"aie_"}' where key = 'secret'`],
  },
  {
    says: 'No job has failed for good',
    rows: [`pgboss.job ${made}`],
    sql: [`insert into pgboss.job (id, name, data) values ('${made}', 'dead_letters', '{}')`],
  },
]

function firstNote({ credited }: Life): string {
  return `select 'credit_notes ' || id from credit_notes where invoice_id = '${credited}' and ordinal = 1`
}
