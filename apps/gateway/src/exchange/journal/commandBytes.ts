import { SCHEMAS, type Schema } from './binaryWords.ts'
import { readValue, UnwritableError, writeValue } from './binaryValue.ts'
import { ByteReader, ByteWriter, isMoment } from './ByteWriter.ts'
import { JournalError } from './JournalError.ts'

/** What a record holds: text as JSON, or bytes as `encodePayload` writes them. */
export type Payload = string | Uint8Array

/** Before a command of no schema, which is written as a value. */
const WITHOUT_SCHEMA = 0
const out = new ByteWriter()
const numbered: ReadonlyMap<string, NumberedSchema> = new Map(
  SCHEMAS.map((schema, at) => [schema.kind, numberedSchema(schema, at + 1)]),
)

/** A schema with its number, and the place of each field: the required ones come first. */
interface NumberedSchema {
  readonly id: number
  readonly required: number
  readonly fields: number
  readonly places: ReadonlyMap<string, number>
  /** The values of the command at hand, by place; all `undefined` between two commands. */
  readonly values: unknown[]
}

function numberedSchema({ required, optional }: Schema, id: number): NumberedSchema {
  const names = [...required, ...optional]
  return {
    id,
    required: required.length,
    fields: names.length,
    places: new Map(names.map((name, place) => [name, place])),
    values: names.map(() => undefined),
  }
}

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
  const schema = typeof kind === 'string' ? numbered.get(kind) : undefined
  if (!schema || !isMoment(at)) return false
  try {
    return placeFields(schema, command) && writeFields(schema, at)
  } finally {
    schema.values.fill(undefined)
  }
}

/**
 * Passes over the fields once, each in its place: to ask for fields that may be absent takes longer
 * than to write them. `false`: one has no place.
 */
function placeFields({ places, values }: NumberedSchema, command: Fields): boolean {
  for (const name in command) {
    if (name === 'kind' || name === 'at') continue
    const value = command[name]
    // Absent and `undefined` are the same in JSON.
    if (value === undefined) continue
    const place = places.get(name)
    if (place === undefined) return false
    values[place] = value
  }
  return true
}

/** `false`: a required one is absent. */
function writeFields({ id, required, fields, values }: NumberedSchema, at: number): boolean {
  out.byte(id)
  out.moment(at)
  if (fields > required) out.varint(presentOf(values, required))
  for (let place = 0; place < fields; place++) {
    const value = values[place]
    if (value !== undefined) writeValue(out, value)
    else if (place < required) return false
  }
  return true
}

/** The optional fields that are there, a bit each. */
function presentOf(values: readonly unknown[], required: number): number {
  let present = 0
  for (let place = required; place < values.length; place++)
    if (values[place] !== undefined) present |= 1 << (place - required)
  return present
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
