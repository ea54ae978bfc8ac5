import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commitFaults, subjectFault } from './commitSubjects.mjs'

const hook = path.resolve(import.meta.dirname, '../git-hooks/commit-msg')
let folder = ''
beforeAll(() => void (folder = mkdtempSync(path.join(os.tmpdir(), 'x-subjects-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('subjectFault and the commit hook', () => {
  it.each([
    ['spot: reject a price off the tick', true],
    ['ui, web: rename the view', true],
    ['Merge branch main', true],
    ['fixup! spot: reject', true],
    ['Reject a price off the tick', false],
    ['spot reject', false],
    ['spot:', false],
    [`spot: ${'x'.repeat(66)}`, true],
    [`spot: ${'x'.repeat(67)}`, false],
  ])('judge %s alike', (subject, isAccepted) => {
    const message = path.join(folder, 'message')
    writeFileSync(message, `${subject}\n\nA body.\n`)
    expect(subjectFault(subject) === undefined).toBe(isAccepted)
    expect(spawnSync('sh', [hook, message]).status === 0).toBe(isAccepted)
  })
})

describe('commitFaults', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
      cwd: folder,
      stdio: 'ignore',
    })
  const commit = (subject: string) => git('commit', '--allow-empty', '--no-verify', '-m', subject)

  it('passes without a history', () => {
    expect(commitFaults(folder)).toEqual([])
  })

  it('judges commits after the one that added the hook', () => {
    git('init', '-q')
    commit('An old subject')
    mkdirSync(path.join(folder, 'tooling/git-hooks'), { recursive: true })
    writeFileSync(path.join(folder, 'tooling/git-hooks/commit-msg'), '')
    git('add', '.')
    commit('Add the hook')
    commit('spot: reject a price')
    commit('Another old subject')
    expect(commitFaults(folder)).toEqual([
      expect.stringMatching(/^[0-9a-f]+: not of the form .*: Another old subject$/),
    ])
  })
})
