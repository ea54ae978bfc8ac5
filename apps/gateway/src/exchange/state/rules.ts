/** One version of the rules by which commands are executed. */
export interface RulesVersion {
  readonly version: number
  /** What commands come to since then that they did not before. */
  readonly change: string
}

/**
 * Every version that this program can replay, the oldest first. A rule that changes what a command
 * comes to gets a version of its own at the end, and asks `state.rules` which one is in force.
 * A version leaves the list when no snapshot or log needs it.
 */
export const RULES: readonly RulesVersion[] = [
  { version: 1, change: 'The rules of every log without an upgrade.' },
  {
    version: 2,
    change:
      'Commands that place, fire or amend an order for a contract are judged as if each carried ' +
      'isStrict, which is written no longer.',
  },
  {
    version: 3,
    change:
      'A reversed deposit is remembered until it has been credited again, and the day of ' +
      'withdrawals also after the last of them was given back.',
  },
]

export const FIRST_RULES = 1
/** The last version that this program knows. */
export const LATEST_RULES = 3

/** Which rules are in force, and how far this program knows them. */
export interface Rules {
  /** Of the last `upgrade` in the log. */
  version: number
  /** No later one can be executed here. */
  readonly known: number
}

export const createRules = (known: number = LATEST_RULES): Rules => ({
  version: FIRST_RULES,
  known,
})

/**
 * From the record on which it is in, a command is executed by the rules of `version`: every replica
 * switches at the same one.
 */
export interface UpgradeCommand {
  readonly kind: 'upgrade'
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Later than the one in force. */
  readonly version: number
}

/** Whether every command of a contract is judged as strictly as `isStrict` asks for. */
export const judgesStrictly = ({ rules }: { readonly rules: Readonly<Rules> }): boolean =>
  rules.version >= 2

/** Whether deposits and days of withdrawals are kept for as long as a command may need them. */
export const keepsFunds = ({ rules }: { readonly rules: Readonly<Rules> }): boolean =>
  rules.version >= 3

/** What a new command of a contract carries under the rules in force. */
export const strictness = (state: {
  readonly rules: Readonly<Rules>
}): { readonly isStrict?: true } => (judgesStrictly(state) ? {} : { isStrict: true })

/**
 * Switches the rules.
 * @throws RangeError for a version that is not later, or not known; who appends it asks before
 */
export function upgradeRules(
  { rules }: { readonly rules: Rules },
  { version }: Pick<UpgradeCommand, 'version'>,
): void {
  if (!Number.isSafeInteger(version) || version <= rules.version || version > rules.known)
    throw new RangeError(`The rules cannot go from version ${rules.version} to ${version}.`)
  rules.version = version
}
