import { hash } from 'node:crypto'

/** An entry of another chain that this one goes on from. */
export interface ChainLink {
  readonly chain: string
  readonly seq: number
  readonly hash: string
}

/** A client key as it is kept with the audit log. */
export interface AuditedKey {
  readonly keyId: string
  readonly publicKey: string
  readonly algorithm: string
}

/** Where a call came from, and under which session. */
export interface CallOrigin {
  readonly call: string
  readonly user: string | undefined
  readonly realm: string | undefined
  /** The first 8 characters of the session's id, as in the log lines. */
  readonly session: string | undefined
  readonly keyId: string | undefined
  /** SHA-256 of the public key, in hex. */
  readonly keyHash: string | undefined
  readonly trace: string | undefined
  readonly tm: string | undefined
  /** The network that limits count by, see `addressGroup`. */
  readonly address: string
  /** First 16 hex digits of the SHA-256 of the user agent. */
  readonly agent: string | undefined
}

/** The signature of a request and what it signs. */
export interface KeptSignature {
  /** The header `device-sign-mode`. */
  readonly mode: string
  /** The fields of the string to sign, in their order (wire 2). */
  readonly fields: readonly string[]
  /** The header `device-sign-data-md5`. */
  readonly md5: string
  /** The header `device-sign`. */
  readonly sign: string
  /** The exact text of the body; absent where the endpoint takes sensitive fields. */
  readonly body?: string
  /** Hex SHA-256 of the string to sign, where the body is not kept. */
  readonly signed?: string
}

/** What the audit log holds (SR10). */
export type AuditEvent =
  /**
   * The first entry of a chain: which machine, under which epoch of the writer lease, and the ends
   * of what was written before.
   */
  | {
      readonly kind: 'start'
      readonly node: string
      readonly epoch: number | undefined
      readonly follows: readonly ChainLink[]
    }
  /** A public key, before the first entry of the chain that names it. */
  | ({ readonly kind: 'key'; readonly user: string; readonly keyHash: string } & AuditedKey)
  /** A signed write, before anything is done about it. */
  | ({ readonly kind: 'request' } & CallOrigin & KeptSignature)
  /** What was answered to the request `of`, before the answer leaves. */
  | {
      readonly kind: 'result'
      readonly of: number
      readonly call: string
      readonly user: string | undefined
      readonly code: string
      readonly ref: string | undefined
      readonly refs?: readonly string[]
    }
  /** A write that nothing signs (a log-in, a registration), with what was answered. */
  | ({
      readonly kind: 'call'
      readonly code: string
      readonly ref: string | undefined
    } & CallOrigin)
  /**
   * So many results were lost while the file could not be written; so many refusals beyond their
   * limit have no entry.
   */
  | { readonly kind: 'gap'; readonly results: number; readonly refusals: number | undefined }

export interface EntryPlace {
  readonly chain: string
  readonly seq: number
  /** Milliseconds since the epoch; never less than in the entry before. */
  readonly at: number
}

export type AuditEntry = EntryPlace & AuditEvent

/** Hex digits of a hash. */
export const HASH_LENGTH = 64
/** What the first entry of a chain is hashed after. */
export const NO_HASH = '0'.repeat(HASH_LENGTH)

/** The canonical text of an entry: what is hashed, written and copied is this text and no other. */
export function encodeEntry({ chain, seq, at }: EntryPlace, event: AuditEvent): string {
  return JSON.stringify({ chain, seq, at, ...event })
}

export function hashAfter(previous: string, text: string): string {
  return hash('sha256', `${previous}\n${text}`, 'hex')
}

export function sha256(text: string): string {
  return hash('sha256', text, 'hex')
}

/** A line of an audit file: the entry's hash, a space, the entry. */
export interface AuditLine {
  readonly hash: string
  readonly text: string
}

/** `undefined` for a line that a crash cut short. */
export function parseLine(line: string): AuditLine | undefined {
  const text = line.slice(HASH_LENGTH + 1)
  return line[HASH_LENGTH] === ' ' && text.startsWith('{') && text.endsWith('}')
    ? { hash: line.slice(0, HASH_LENGTH), text }
    : undefined
}
