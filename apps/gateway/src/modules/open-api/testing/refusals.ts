import { DialectError } from '../errors.ts'

/** The refusal that a call throws; `undefined`: none. Throws on what is no refusal. */
export function refusalOf(run: () => unknown): DialectError | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    if (error instanceof DialectError) return error
    throw error
  }
}

/** The number of the refusal. */
export const codeOf = (run: () => unknown): number | undefined => refusalOf(run)?.code

/** The same of a call that answers later. */
export async function refusalOfLate(
  run: () => Promise<unknown>,
): Promise<DialectError | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    if (error instanceof DialectError) return error
    throw error
  }
}
