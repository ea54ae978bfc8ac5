import { describe, expect, it } from 'vitest'
import { clientErrorBody, violationBody } from './reportBodies.ts'
import { redact, withoutQuery } from './redact.ts'

describe('what a report may say', () => {
  it.each([
    [
      'the query of an address',
      'GET https://a.example/p?uid=7&code=1 failed',
      'GET https://a.example/p failed',
    ],
    ['a fragment', 'at /en/login#state=x, twice', 'at /en/login twice'],
    ['mail addresses', 'no user ann@example.com', 'no user …'],
    ['tokens', `token ${'a1'.repeat(20)} refused`, 'token … refused'],
    ['signatures', `sign ${'Ab3+'.repeat(40)}== bad`, 'sign … bad'],
  ])('loses %s (D16)', (_, given, kept) => expect(redact(given)).toBe(kept))

  it.each([
    ['a token', `${'w '.repeat(142)}key ${'a1b2'.repeat(10)}`, `${'w '.repeat(142)}key …`],
    ['an address', `${'w '.repeat(146)}ann@example.com`, `${'w '.repeat(146)}…`],
    [
      'the query of an address',
      `${'w '.repeat(145)}/login?code=123456`,
      `${'w '.repeat(145)}/login`,
    ],
    ['a plain word', `${'w '.repeat(148)}lengthy`, `${'w '.repeat(148)}leng`],
  ])('keeps no half of %s that the cut goes through (D16)', (_, given, kept) =>
    expect(redact(given)).toBe(kept),
  )

  it.each([
    ['several in one text', 'a@b.c and d@e.f', '… and …'],
    ['one in quotes', 'no user "ann@example.com"', 'no user "…"'],
    ['a token of 24 characters', `${'a'.repeat(23)}1`, '…'],
    ['a query in brackets', '(see /p?code=1)', '(see /p)'],
  ])('loses %s', (_, given, kept) => expect(redact(given)).toBe(kept))

  it.each([
    'a'.repeat(40),
    `${'a'.repeat(22)}1`,
    'Order 12345 was refused',
    'TypeError: x is not a function (main.js:10:24)',
    '',
  ])('keeps %j', (text) => expect(redact(text)).toBe(text))

  it('is never longer than a log can hold', () => {
    for (const text of ['x'.repeat(2_000), 'y '.repeat(900), `${'a1'.repeat(20)} `.repeat(60)])
      expect(redact(text).length).toBeLessThanOrEqual(300)
  })

  it('keeps words, and the ends of questions', () => {
    expect(redact('Is the quota used up? QuotaExceededErrorWhileWritingTheDatabase')).toBe(
      'Is the quota used up? QuotaExceededErrorWhileWritingTheDatabase',
    )
  })

  it.each([
    ['https://a.example/p?q#f', 'https://a.example/p'],
    ['data:text/html,secret', 'data'],
    ['blob:https://a.example/1-2', 'blob'],
    ['inline', 'inline'],
    ['javascript:alert(1)', 'javascript'],
    ['JAVASCRIPT:alert(1)', 'JAVASCRIPT'],
    ['about:blank#secret', 'about'],
    ['filesystem:https://a.example/x', 'filesystem'],
    ['data:text/html,two\nlines?x', 'data'],
    ['https://a.example/p#token=1\nrest', 'https://a.example/p'],
    ['https://a.example/data:x', 'https://a.example/data:x'],
    ['', ''],
  ])('reports %s as %s', (given, kept) => expect(withoutQuery(given)).toBe(kept))

  it('has neither message nor detail where there is none', () => {
    expect(JSON.parse(clientErrorBody({ report: { kind: 'sdk-load' }, page: '/en' }))).toEqual({
      kind: 'sdk-load',
      page: '/en',
    })
  })

  it('redacts message and detail', () => {
    const report = {
      kind: 'x',
      message: 'for ann@example.com',
      detail: { path: '/v1/user/login?pwd=1', count: 2 },
    }
    expect(JSON.parse(clientErrorBody({ report, page: '/en' }))).toEqual({
      kind: 'x',
      message: 'for …',
      detail: 'path=/v1/user/login count=2',
      page: '/en',
    })
  })

  it('is cut to what a log can hold', () => {
    expect(
      JSON.parse(
        clientErrorBody({ report: { kind: 'x', message: 'y '.repeat(900) }, page: '/en' }),
      ),
    ).toMatchObject({ message: 'y '.repeat(150) })
  })

  it('a violation without a source has no reason (spec 7.5)', () => {
    const body = violationBody({
      effectiveDirective: 'script-src-elem',
      blockedURI: 'inline',
      sourceFile: '',
      lineNumber: 0,
      page: '/en',
      timestamp: 1,
    })
    expect(JSON.parse(body)).toEqual({
      bizType: 'cspSecurity',
      data: { event: { effectiveDirective: 'script-src-elem', blockedURI: 'inline' }, reason: '' },
      timestamp: 1,
      page: '/en',
    })
  })
})
