import { GatewaySignError } from '../GatewaySignError.ts'
import {
  SIGN_FIELDS,
  SIGN_MODES,
  type SignField,
  type SignMode,
  type WireProfile,
} from '../wire.ts'
import { createPrefixTable } from './prefixTable.ts'

/** The sign rules of a configuration. */
export interface SignRuleTables {
  readonly exactUrls: Readonly<Record<string, unknown>>
  readonly prefixUrls: Readonly<Record<string, unknown>>
  readonly signModes: Readonly<Record<string, unknown>>
}

export interface SignRule {
  readonly mode: SignMode
  readonly fields: readonly SignField[]
}

export interface SignRuleMatcher {
  /** The rule of a path: an exact entry, else the longest prefix entry; case-sensitive (wire 2). */
  ruleFor(path: string): SignRule | undefined
}

/**
 * Compiles sign rules.
 * @throws GatewaySignError CONFIG_INVALID when an entry has no known mode or a mode lacks a
 * required field.
 */
export function createSignRuleMatcher(
  tables: SignRuleTables,
  profile: WireProfile,
): SignRuleMatcher {
  const rules = readModes(tables.signModes, profile)
  const exact = readEntries('exactUrls', { table: tables.exactUrls, rules })
  const prefixes = createPrefixTable(readEntries('prefixUrls', { table: tables.prefixUrls, rules }))
  return { ruleFor: (path) => exact.get(path) ?? prefixes.find(path) }
}

function readModes(
  table: Readonly<Record<string, unknown>>,
  profile: WireProfile,
): ReadonlyMap<string, SignRule> {
  const known: ReadonlySet<string> = new Set(SIGN_MODES)
  for (const mode of Object.keys(table)) {
    if (!known.has(mode))
      throw invalid('The table signModes names an unknown mode.', { table: 'signModes', mode })
  }
  return new Map(
    SIGN_MODES.map((mode) => [
      mode,
      {
        mode,
        fields: Object.hasOwn(table, mode)
          ? readFields(mode, { value: table[mode], profile })
          : profile.signModes[mode],
      },
    ]),
  )
}

function readFields(
  mode: SignMode,
  { value, profile }: { value: unknown; profile: WireProfile },
): readonly SignField[] {
  if (!Array.isArray(value))
    throw invalid('A sign mode is not a list of fields.', { table: 'signModes', mode })
  const fields = value.map((field: unknown) => {
    if (!isSignField(field))
      throw invalid('A sign mode names an unknown field.', {
        table: 'signModes',
        mode,
        field: String(field).slice(0, 40),
      })
    return field
  })
  if (new Set(fields).size !== fields.length)
    throw invalid('A sign mode names a field twice.', { table: 'signModes', mode })
  if (profile.signModes[mode].some((field) => !fields.includes(field)))
    throw invalid('A sign mode lacks a required field.', { table: 'signModes', mode })
  const body = fields.indexOf('body')
  if (body >= 0 && body !== fields.length - 1)
    throw invalid('A sign mode names a field after the body.', { table: 'signModes', mode })
  return fields
}

function readEntries(
  name: string,
  {
    table,
    rules,
  }: { table: Readonly<Record<string, unknown>>; rules: ReadonlyMap<string, SignRule> },
): ReadonlyMap<string, SignRule> {
  const entries = new Map<string, SignRule>()
  for (const [path, mode] of Object.entries(table)) {
    // Modes are strings; numbers are accepted too.
    const rule =
      typeof mode === 'string' || typeof mode === 'number' ? rules.get(String(mode)) : undefined
    if (!rule || !path.startsWith('/'))
      throw invalid('A sign rule has no known mode or no path.', {
        table: name,
        path: path.slice(0, 200),
      })
    entries.set(path, rule)
  }
  return entries
}

function isSignField(value: unknown): value is SignField {
  return (SIGN_FIELDS as readonly unknown[]).includes(value)
}

function invalid(message: string, detail: Readonly<Record<string, string>>): GatewaySignError {
  return new GatewaySignError('CONFIG_INVALID', message, { detail })
}
