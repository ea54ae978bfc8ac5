import { expect, it } from 'vitest'
import {
  VERDICT_REACTIONS,
  type SignVerdictCode,
  type VerdictReaction,
} from './verdictReactions.ts'

/** The reactions to each verdict. */
const REACTIONS: readonly [
  code: SignVerdictCode,
  rule: string,
  sets: readonly (keyof VerdictReaction)[],
][] = [
  ['00020', 'spec 8.13', ['reset', 'refetch']],
  ['00021', 'spec 8.13', ['reset', 'refetch']],
  ['00022', 'spec 8.14', ['reset', 'sampleClock']],
  ['00023', 'spec 8.12', ['logOut', 'report']],
]

it.each(REACTIONS)('maps %s (%s) to exactly %j (spec 8.11)', (code, _, sets) => {
  const on = Object.entries(VERDICT_REACTIONS[code])
    .filter(([, isOn]) => isOn)
    .map(([name]) => name)
  expect(on.sort()).toEqual([...sets].sort())
})
it('has exactly four verdicts (spec 8.11)', () =>
  expect(Object.keys(VERDICT_REACTIONS).sort()).toEqual(REACTIONS.map(([code]) => code)))
