// What the arguments of `pnpm release` ask for.
import { Plain } from '../bootstrap/progress.mjs'

const CHECKED = '--checked='

/**
 * `isChecked` leaves `npm test` out: of a dry run that wants so, or of a commit that another job
 * has tested as a whole.
 *
 * @param {string[]} args
 * @param {string} head the commit that would be released
 * @returns {{ isDryRun: boolean, isChecked: boolean }}
 * @throws Plain for other arguments, and for a tested commit that is not HEAD
 */
export function readArguments(args, head) {
  const isDryRun = args.includes('--dry-run')
  const isUnchecked = args.includes('--without-checks')
  const checked = args.filter((arg) => arg.startsWith(CHECKED))
  const known = ['--dry-run', '--without-checks', ...checked]
  if (args.some((arg) => !known.includes(arg)) || (isUnchecked && !isDryRun))
    throw new Plain(
      'usage: pnpm release [--dry-run [--without-checks]] [--checked=<commit that was tested>]',
    )
  const other = checked.find((arg) => arg !== CHECKED + head)
  if (other !== undefined)
    throw new Plain(`Tested was ${other.slice(CHECKED.length) || 'nothing'}, but HEAD is ${head}`)
  return { isDryRun, isChecked: isUnchecked || checked.length > 0 }
}
