import { expect, it } from 'vitest'
import { readArguments } from './readArguments.mjs'

const HEAD = 'a'.repeat(40)
const OTHER = 'b'.repeat(40)

it.each([
  [[], { isDryRun: false, isChecked: false }],
  [['--dry-run'], { isDryRun: true, isChecked: false }],
  [['--dry-run', '--without-checks'], { isDryRun: true, isChecked: true }],
  [[`--checked=${HEAD}`], { isDryRun: false, isChecked: true }],
  [[`--checked=${HEAD}`, '--dry-run'], { isDryRun: true, isChecked: true }],
])('reads the arguments %j of a release', (args, expected) => {
  expect(readArguments(args, HEAD)).toEqual(expected)
})

it.each([
  [['--dry'], /^usage: pnpm release/],
  [['--without-checks'], /^usage: pnpm release/],
  [['--checked'], /^usage: pnpm release/],
  [['--checked='], /^Tested was nothing, but HEAD is a{40}$/],
  [[`--checked=${OTHER}`], /^Tested was b{40}, but HEAD is a{40}$/],
  [[`--checked=${HEAD}`, `--checked=${OTHER}`], /^Tested was b{40}/],
])('refuses the arguments %j of a release', (args, reason) => {
  expect(() => readArguments(args, HEAD)).toThrow(reason)
})
