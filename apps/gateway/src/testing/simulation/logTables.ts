import {
  ADD_PART,
  ADD_SNAPSHOT,
  APPEND,
  CREATE,
  DROP,
  DROP_PARTS,
  FIND_BEFORE,
  FOLLOWERS,
  HAS_SNAPSHOT,
  IS_EMPTY,
  IS_OWN,
  PRUNE_SNAPSHOTS,
  READ,
  READ_PART,
  REPORT,
  SNAPSHOT_BEFORE,
} from '../../platform/command-log/statements.ts'
import type { Answer, Session } from './postgres.ts'

export interface BatchRow {
  readonly after: number
  readonly through: number
  readonly epoch: number
  readonly bytes: Buffer
  /** The host whose process appended it. */
  readonly by: string
}

/** One entry of the log servers' own log. */
export type Change =
  | ({ readonly kind: 'append' } & BatchRow)
  | { readonly kind: 'drop'; readonly before: number }
  | { readonly kind: 'part'; readonly key: string; readonly bytes: Buffer }
  | { readonly kind: 'dropParts'; readonly prefix: string }
  | {
      readonly kind: 'snapshot'
      readonly seq: number
      readonly token: string
      readonly sha256: string
    }
  | { readonly kind: 'prune'; readonly keep: number }
  | ({ readonly kind: 'report'; readonly name: string } & Reported)
  | { readonly kind: 'nothing' }

interface Reported {
  readonly seq: number
  /** The last version of the rules that it knows. */
  readonly rules: number
  readonly at: number
}

/** What the entries of a server's log have come to. */
export interface Tables {
  batches: BatchRow[]
  snapshots: { readonly seq: number; readonly token: string; readonly sha256: string }[]
  parts: Map<string, Buffer>
  followers: Map<string, Reported>
}

export const createTables = (): Tables => ({
  batches: [],
  snapshots: [],
  parts: new Map(),
  followers: new Map(),
})

const partPrefix = (seq: number, token: string): string => `${seq} ${token} `

function dropParts(tables: Tables, isGone: (key: string) => boolean): void {
  for (const key of tables.parts.keys()) if (isGone(key)) tables.parts.delete(key)
}

export function apply(tables: Tables, change: Change): void {
  switch (change.kind) {
    case 'append':
      return void tables.batches.push(change)
    case 'drop': {
      const last = tables.batches.at(-1)
      tables.batches = tables.batches.filter(
        (batch) => batch === last || batch.through >= change.before,
      )
      return
    }
    case 'part':
      return void tables.parts.set(change.key, change.bytes)
    case 'dropParts':
      return dropParts(tables, (key) => key.startsWith(change.prefix))
    case 'snapshot':
      return void tables.snapshots.push(change)
    case 'prune': {
      const oldest = tables.snapshots.at(-change.keep)
      if (!oldest) return
      tables.snapshots = tables.snapshots.filter(({ seq }) => seq >= oldest.seq)
      return dropParts(tables, (key) => Number(key.split(' ')[0]) < oldest.seq)
    }
    case 'report':
      return void tables.followers.set(change.name, change)
    case 'nothing':
  }
}

interface Answering {
  readonly session: Session
  readonly tables: () => Tables
  readonly now: () => number
  readonly append: (change: Extract<Change, { kind: 'append' }>) => Promise<Answer>
  readonly commit: (change: Change) => Promise<void>
}

type Params = readonly unknown[]
type Answerer = (at: Answering, params: Params) => Answer | Promise<Answer>

const NONE: Answer = { rows: [] }
const num = (value: unknown): number => Number(value)

/** Rows are copies: what a client does with its bytes is not the server's. */
const copied = ({ after, through, epoch, bytes }: BatchRow) => ({
  after: String(after),
  through: String(through),
  epoch: String(epoch),
  bytes: Buffer.from(bytes),
})

async function addSnapshot({ tables, commit }: Answering, [, seq, token, sha256]: Params) {
  if (tables().snapshots.some((stored) => stored.seq >= num(seq))) return NONE
  await commit({ kind: 'snapshot', seq: num(seq), token: String(token), sha256: String(sha256) })
  return { rows: [{ seq }] }
}

async function isOwn({ tables, commit }: Answering, [, after, epoch, bytes]: Params) {
  const found = tables().batches.find((batch) => batch.after === num(after))
  if (!found) return NONE
  await commit({ kind: 'nothing' })
  const isSame = found.epoch === num(epoch) && found.bytes.equals(bytes as Buffer)
  return { rows: [{ is_own: isSame }] }
}

const ANSWERERS = new Map<string, Answerer>([
  [CREATE, () => NONE],
  ['show fsync', () => ({ rows: [{ fsync: 'on' }] })],
  [
    APPEND,
    ({ append, session }, [, after, through, epoch, bytes]) =>
      append({
        kind: 'append',
        after: num(after),
        through: num(through),
        epoch: num(epoch),
        bytes: Buffer.from(bytes as Buffer),
        by: session.client.host.name,
      }),
  ],
  [IS_OWN, isOwn],
  [
    READ,
    ({ tables }, [, from, limit]) => ({
      rows: tables()
        .batches.filter(({ after }) => after >= num(from))
        .slice(0, num(limit))
        .map(copied),
    }),
  ],
  [
    FIND_BEFORE,
    ({ tables }, [, seq]) => {
      const found = tables().batches.findLast(({ after }) => after < num(seq) - 1)
      if (!found) return NONE
      return { rows: [{ ...copied(found), ...(found.through >= num(seq) ? {} : { bytes: null }) }] }
    },
  ],
  [
    DROP,
    async ({ commit }, [, before]) => {
      await commit({ kind: 'drop', before: num(before) })
      return { rows: [{ count: '1' }] }
    },
  ],
  [IS_EMPTY, ({ tables }) => ({ rows: [{ is_empty: tables().batches.length === 0 }] })],
  [
    HAS_SNAPSHOT,
    ({ tables }, [, seq]) => ({ rows: tables().snapshots.filter((one) => one.seq >= num(seq)) }),
  ],
  [
    SNAPSHOT_BEFORE,
    ({ tables }, [, seq]) => {
      const found = tables().snapshots.findLast((one) => one.seq <= num(seq))
      return { rows: found ? [{ ...found, seq: String(found.seq) }] : [] }
    },
  ],
  [
    ADD_PART,
    async ({ commit }, [, seq, token, part, bytes]) => {
      const key = `${partPrefix(num(seq), String(token))}${num(part)}`
      await commit({ kind: 'part', key, bytes: Buffer.from(bytes as Buffer) })
      return NONE
    },
  ],
  [
    READ_PART,
    ({ tables }, [, seq, token, part]) => {
      const bytes = tables().parts.get(`${partPrefix(num(seq), String(token))}${num(part)}`)
      return { rows: bytes ? [{ bytes: Buffer.from(bytes) }] : [] }
    },
  ],
  [ADD_SNAPSHOT, addSnapshot],
  [
    DROP_PARTS,
    async ({ commit }, [, seq, token]) => {
      await commit({ kind: 'dropParts', prefix: partPrefix(num(seq), String(token)) })
      return NONE
    },
  ],
  [
    PRUNE_SNAPSHOTS,
    async ({ tables, commit }, [, keep]) => {
      await commit({ kind: 'prune', keep: num(keep) })
      return { rows: [{ seq: tables().snapshots.at(-num(keep))?.seq ?? null }] }
    },
  ],
  [
    REPORT,
    async ({ commit, now }, [, name, seq, rules]) => {
      const of = { name: String(name), seq: num(seq), rules: num(rules) }
      await commit({ kind: 'report', ...of, at: now() })
      return NONE
    },
  ],
  [
    FOLLOWERS,
    ({ tables, now }, [, seconds, own]) => ({
      rows: [...tables().followers]
        .filter(([name, { at }]) => name !== own && at > now() - num(seconds) * 1_000)
        .map(([name, { seq, rules }]) => ({ name, seq: String(seq), known_rules: rules }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    }),
  ],
])

/**
 * Answers the statements of the log, which are known by their text.
 * @throws for a statement that the simulation does not know
 */
export async function answerFrom(
  at: Answering,
  { text, params }: { readonly text: string; readonly params: Params },
): Promise<Answer> {
  if (text.startsWith('select set_config(')) return NONE
  if (text.startsWith('listen ')) {
    at.session.listens = true
    return NONE
  }
  const answer = ANSWERERS.get(text)
  if (!answer) throw Object.assign(new Error(`Unknown statement: ${text}`), { code: '42601' })
  return answer(at, params)
}
