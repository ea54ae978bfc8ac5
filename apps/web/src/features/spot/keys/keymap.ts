/** What a trader can do by key, in the order of the help. */
export const TERMINAL_COMMANDS = [
  'buy',
  'sell',
  'limit',
  'market',
  'price',
  'amount',
  'editLast',
  'cancelLast',
  'cancelAll',
  'watchList',
  'help',
] as const
export type TerminalCommand = (typeof TERMINAL_COMMANDS)[number]

/** Command -> the key as `KeyboardEvent.key` names it, letters in lower case. */
export type Keymap = Readonly<Record<TerminalCommand, string>>

export const DEFAULT_KEYMAP: Keymap = {
  buy: 'b',
  sell: 's',
  limit: 'l',
  market: 'm',
  price: 'p',
  amount: 'a',
  editLast: 'e',
  cancelLast: 'x',
  cancelAll: 'z',
  watchList: 'w',
  help: '?',
}

/**
 * A single character that is typed without Control, Alt or Command: everything else belongs to the
 * browser.
 */
export const isBindable = (key: string): boolean => [...key].length === 1 && key.trim() !== ''

export const keyName = (key: string): string => (isBindable(key) ? key.toLowerCase() : key)

/**
 * What storage holds may be from another version: unknown commands are passed over, two commands
 * never share a key.
 */
export function readKeymap(stored: string | null | undefined): Keymap {
  let own: Partial<Record<string, unknown>> = {}
  try {
    own = (JSON.parse(stored ?? '{}') as typeof own | null) ?? {}
  } catch {
    return DEFAULT_KEYMAP
  }
  const read = Object.fromEntries(
    TERMINAL_COMMANDS.map((command) => [
      command,
      validKey(own[command]) ?? DEFAULT_KEYMAP[command],
    ]),
  ) as Record<TerminalCommand, string>
  return new Set(Object.values(read)).size === TERMINAL_COMMANDS.length ? read : DEFAULT_KEYMAP
}

const validKey = (key: unknown): string | undefined =>
  typeof key === 'string' && isBindable(key) ? keyName(key) : undefined

export type Rebinding =
  | { readonly status: 'bound'; readonly keymap: Keymap }
  | { readonly status: 'taken'; readonly by: TerminalCommand }
  | { readonly status: 'unusable' }

export function rebind(
  keymap: Keymap,
  { command, key }: { readonly command: TerminalCommand; readonly key: string },
): Rebinding {
  if (!isBindable(key)) return { status: 'unusable' }
  const wanted = keyName(key)
  const by = TERMINAL_COMMANDS.find((other) => other !== command && keymap[other] === wanted)
  return by
    ? { status: 'taken', by }
    : { status: 'bound', keymap: { ...keymap, [command]: wanted } }
}

export interface Press {
  readonly key: string
  /** Where the key lies, as the browser names the places: `KeyB`. */
  readonly code: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
}

/**
 * What is written on the key first, and what lies there on a Latin keyboard where
 * that is another script.
 */
export function commandOf(
  keymap: Keymap,
  { key, code, ctrlKey, altKey, metaKey }: Press,
): TerminalCommand | undefined {
  if (ctrlKey || altKey || metaKey) return undefined
  const means = (name: string | undefined) =>
    TERMINAL_COMMANDS.find((command) => keymap[command] === name)
  return means(keyName(key)) ?? (LATIN.test(key) ? undefined : means(latinAt(code)))
}

/**
 * Letters of Latin keyboards and signs of no script, the `»` and `€` of their third level among
 * them: who reads `a` on a key means that, wherever it lies.
 */
const LATIN = /^[\p{Script=Latin}\p{scx=Common}]+$/u

const latinAt = (code: string): string | undefined =>
  code === 'Slash' ? '?' : /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()
