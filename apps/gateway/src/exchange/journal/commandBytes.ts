import { SCHEMAS, type Schema } from './binaryWords.ts'
import { readValue, UnwritableError, writeValue } from './binaryValue.ts'
import { ByteReader, ByteWriter, isMoment } from './ByteWriter.ts'
import { JournalError } from './JournalError.ts'

/** What a record holds: text as JSON, or bytes as `encodePayload` writes them. */
export type Payload = string | Uint8Array

/** Before a command of no schema, which is written as a value. */
const WITHOUT_SCHEMA = 0
const out = new ByteWriter()
const numbered: ReadonlyMap<string, { readonly id: number; readonly schema: Schema }> = new Map(
  SCHEMAS.map((schema, at) => [schema.kind, { id: at + 1, schema }]),
)

/**
 * A command for the journal: bytes, a third of its JSON; text where these could not say the same.
 * The bytes are to be copied before the next call.
 */
export function encodePayload(command: object): Payload {
  try {
    out.reset()
    if (!writeBySchema(command as Fields)) {
      out.reset()
      out.byte(WITHOUT_SCHEMA)
      writeValue(out, command)
    }
    return out.written()
  } catch (error) {
    if (error instanceof UnwritableError) return JSON.stringify(command)
    throw error
  }
}

/** @throws JournalError CORRUPT for bytes that no command is written as */
export function decodePayload(payload: Payload): unknown {
  if (typeof payload === 'string') return JSON.parse(payload)
  try {
    const from = new ByteReader(payload)
    const id = from.byte()
    const value = id === WITHOUT_SCHEMA ? readValue(from) : readBySchema(from, id)
    if (!from.isAtEnd()) throw new RangeError('Bytes are left after the command.')
    return value
  } catch (cause) {
    throw new JournalError('CORRUPT', 'A record cannot be read by this version.', { cause })
  }
}

type Fields = Readonly<Record<string, unknown>>

/** `false`: it has other fields than its schema. */
function writeBySchema(command: Fields): boolean {
  const { kind, at } = command
  const found = typeof kind === 'string' ? numbered.get(kind) : undefined
  if (!found || !isMoment(at)) return false
  const { required, optional } = found.schema
  let present = 0
  for (let bit = 0; bit < optional.length; bit++)
    if (command[optional[bit]!] !== undefined) present |= 1 << bit
  out.byte(found.id)
  out.moment(at)
  if (optional.length > 0) out.varint(present)
  let written = 2
  for (const name of required) {
    const value = command[name]
    if (value === undefined) return false
    writeValue(out, value)
    written++
  }
  for (let bit = 0; present >> bit > 0; bit++) {
    if ((present & (1 << bit)) === 0) continue
    writeValue(out, command[optional[bit]!])
    written++
  }
  return written === fieldCount(command)
}

/** Absent and `undefined` are the same in JSON. */
function fieldCount(command: Fields): number {
  const names = Object.keys(command)
  let count = names.length
  for (const name of names) if (command[name] === undefined) count--
  return count
}

function readBySchema(from: ByteReader, id: number): object {
  const schema = SCHEMAS[id - 1]
  if (!schema) throw new RangeError(`There is no schema ${id}.`)
  const { kind, required, optional } = schema
  const command: Record<string, unknown> = { kind, at: from.moment() }
  const present = optional.length > 0 ? from.varint() : 0
  for (const name of required) command[name] = readValue(from)
  for (const [bit, name] of optional.entries())
    if ((present & (1 << bit)) !== 0) command[name] = readValue(from)
  return command
}
