import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditFileName, lastLink, listAuditFiles, removeAuditFile } from './auditFiles.ts'
import { encodeEntry, hashAfter, NO_HASH, parseLine, sha256, type AuditEvent } from './entry.ts'
import { signedText } from './signedText.ts'
import { verifyKeptSignature } from './verifySignature.ts'

const OLD = '1700000000000-0000000a'
const NEW = '1800000000000-0000000b'
const event: AuditEvent = { kind: 'gap', results: 1, refusals: 2 }
const textOf = (seq: number, chain = NEW) => encodeEntry({ chain, seq, at: 5 }, event)
const lineOf = (seq: number, { chain = NEW, hash = 'a'.repeat(64) } = {}) =>
  `${hash} ${textOf(seq, chain)}`

describe('the text of an entry', () => {
  it('begins with its place, in an order that never changes', () => {
    expect(textOf(7)).toBe(
      `{"chain":"${NEW}","seq":7,"at":5,"kind":"gap","results":1,"refusals":2}`,
    )
  })

  it('leaves out what has no value', () => {
    const gap = { kind: 'gap', results: 1, refusals: undefined } as const
    expect(encodeEntry({ chain: NEW, seq: 0, at: 1 }, gap)).not.toContain('refusals')
  })

  it('is hashed after the hash before it', () => {
    const expected = createHash('sha256')
      .update(`${NO_HASH}\n${textOf(0)}`)
      .digest('hex')
    expect(hashAfter(NO_HASH, textOf(0))).toBe(expected)
    expect(hashAfter(expected, textOf(0))).not.toBe(expected)
  })

  it('has another hash where the border to the one before moves', () => {
    expect(hashAfter('ab', 'c')).not.toBe(hashAfter('a', 'bc'))
  })

  it('is hashed by its bytes', () => {
    expect(sha256('ü')).toBe(
      createHash('sha256')
        .update(Buffer.from([0xc3, 0xbc]))
        .digest('hex'),
    )
  })
})

describe('a line of an audit file', () => {
  it('is a hash, a space and the entry, whatever the entry holds', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const entry = JSON.stringify({ text })
        const hash = hashAfter(NO_HASH, entry)
        expect(parseLine(`${hash} ${entry}`)).toEqual({ hash, text: entry })
      }),
    )
  })

  it.each([
    ['empty', ''],
    ['a hash alone', 'a'.repeat(64)],
    ['a hash and a space', `${'a'.repeat(64)} `],
    ['a hash that is too short', lineOf(0).slice(1)],
    ['a hash that is too long', `a${lineOf(0)}`],
    ['no object', `${'a'.repeat(64)} []`],
  ])('is no whole one: %s', (_why, line) => expect(parseLine(line)).toBeUndefined())

  it('is no whole one wherever a crash cut it before its end', () => {
    const line = lineOf(0)
    for (let length = 0; length < line.length; length++)
      expect(parseLine(line.slice(0, length))).toBeUndefined()
  })
})

describe('the files of a folder', () => {
  let dir = ''
  let count = 0
  let root = ''
  beforeAll(() => void (root = mkdtempSync(path.join(tmpdir(), 'audit-files-'))))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  beforeEach(() => void (dir = mkdtempSync(path.join(root, `${++count}-`))))
  const put = (name: string, text = '') => writeFileSync(path.join(dir, name), text)

  it('are in order of chain, then of their first entry', () => {
    for (const [chain, seq] of [
      [NEW, 100_000_000_000],
      [NEW, 0],
      [OLD, 20],
      [NEW, 9],
      [OLD, 0],
    ] as const)
      put(auditFileName(chain, seq))
    expect(listAuditFiles(dir).map(({ chain, firstSeq }) => [chain, firstSeq])).toEqual([
      [OLD, 0],
      [OLD, 20],
      [NEW, 0],
      [NEW, 9],
      [NEW, 100_000_000_000],
    ])
  })

  it('are no others that lie there', () => {
    for (const name of ['x.log', `${NEW}.1.log`, `${NEW}.000000000000.log.gz`, `${NEW}.log`])
      put(name)
    put(`x${auditFileName(NEW, 0)}`)
    expect(listAuditFiles(dir)).toEqual([])
  })

  it('go away once, and twice without an error', () => {
    put(auditFileName(NEW, 0))
    const [file] = listAuditFiles(dir)
    expect(file).toBeDefined()
    if (!file) return
    removeAuditFile(file)
    removeAuditFile(file)
    expect(listAuditFiles(dir)).toEqual([])
  })

  it('end nowhere while there are none', () => expect(lastLink(dir)).toBeUndefined())

  it('end with the last whole line of the newest chain', () => {
    put(auditFileName(OLD, 0), `${lineOf(9, { chain: OLD })}\n`)
    put(auditFileName(NEW, 0), `${lineOf(0)}\n${lineOf(1, { hash: 'b'.repeat(64) })}\n`)
    expect(lastLink(dir)).toEqual({ chain: NEW, seq: 1, hash: 'b'.repeat(64) })
  })

  it('end before a line that a crash cut short', () => {
    put(auditFileName(NEW, 0), `${lineOf(0)}\n${lineOf(1)}`)
    expect(lastLink(dir)).toMatchObject({ seq: 0 })
    put(auditFileName(NEW, 0), `${lineOf(0)}\n${lineOf(1).slice(0, 90)}\n`)
    expect(lastLink(dir)).toMatchObject({ seq: 0 })
  })

  it('end in the file before where the newest is empty', () => {
    put(auditFileName(OLD, 0), `${lineOf(4, { chain: OLD })}\n`)
    put(auditFileName(NEW, 0), '')
    expect(lastLink(dir)).toMatchObject({ chain: OLD, seq: 4 })
  })

  it('end with the last line of a file of many megabytes', () => {
    const entry = { chain: NEW, seq: 0, body: 'ü'.repeat(700_000) }
    const long = `${'c'.repeat(64)} ${JSON.stringify(entry)}`
    put(auditFileName(NEW, 0), `${long}\n${lineOf(1)}\n`)
    expect(lastLink(dir)).toMatchObject({ seq: 1 })
  })
})

describe('the text that a request signs (wire 2)', () => {
  const parts = { path: '/v1/a', tm: '1800000012345', trace: 'w1', body: '{}' }

  it.each([
    [['path', 'time'], '/v1/a\n18000000'],
    [['path', 'time', 'traceId'], '/v1/a\n18000000\nw1'],
    [['path', 'time', 'traceId', 'body'], '/v1/a\n18000000\nw1\n{}'],
    [['body', 'path'], '{}\n/v1/a'],
    [['path', 'unknown', 'body'], '/v1/a\n\n{}'],
    [[], ''],
  ])('has the fields %j', (fields, text) => expect(signedText(fields, parts)).toBe(text))

  it('is the same within a hundred seconds', () => {
    const at = (tm: string) => signedText(['time'], { ...parts, tm })
    expect(at('1800000099999')).toBe(at('1800000000000'))
    expect(at('1800000100000')).not.toBe(at('1800000000000'))
  })
})

describe('the signature of a kept request (SR10)', () => {
  const pair = () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 })
    return {
      publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      privateKey,
    }
  }
  const own = pair()
  const other = pair()
  const text = '/v1/a\n18000000\nw1\n{"size":"1"}'
  const signed = (of = text) => sign('sha256', Buffer.from(of), own.privateKey).toString('base64')
  const origin = {
    call: 'POST /v1/a',
    user: '7',
    realm: 'live',
    session: undefined,
    keyId: 'k',
    keyHash: sha256(own.publicKey),
    trace: 'w1',
    tm: '1800000012345',
    address: '192.0.2.1',
    agent: undefined,
    mode: '2',
    fields: ['path', 'time', 'traceId', 'body'],
    md5: '',
    sign: signed(),
  }
  const whole = { ...origin, body: '{"size":"1"}' }
  const digest = { ...origin, signed: sha256(text) }

  it('holds for the request that is kept', () => {
    expect(verifyKeptSignature(whole, own)).toBe('holds')
  })

  it('holds for the digest where the body is not kept', () => {
    expect(verifyKeptSignature(digest, own)).toBe('holds-for-digest')
  })

  it.each([
    ['another body', { body: '{"size":"2"}' }],
    ['a space more', { body: '{"size": "1"}' }],
    ['another path', { call: 'POST /v1/b' }],
    ['another time', { tm: '1800000100000' }],
    ['no time', { tm: undefined }],
    ['another trace', { trace: 'w2' }],
    ['fewer fields', { fields: ['path', 'time', 'traceId'] }],
    ['other fields', { fields: ['path', 'time', 'body', 'traceId'] }],
    ['no signature', { sign: '' }],
    ['another signature', { sign: Buffer.alloc(128, 1).toString('base64') }],
    ['no hash of the key', { keyHash: undefined }],
    ['the hash of another key', { keyHash: sha256(other.publicKey) }],
  ])('is wrong with %s', (_what, changes) => {
    expect(verifyKeptSignature({ ...whole, ...changes }, own)).toBe('wrong')
  })

  it.each([
    ['of another text', sha256(`${text} `)],
    ['that is empty', ''],
    ['that is cut short', sha256(text).slice(0, 62)],
    ['with more behind it', `${sha256(text)}00`],
    ['with what is no digit behind it', `${sha256(text)}g`],
  ])('is wrong for a digest %s', (_what, signedDigest) => {
    expect(verifyKeptSignature({ ...digest, signed: signedDigest }, own)).toBe('wrong')
  })

  it('is wrong for a digest where nothing was signed', () => {
    expect(verifyKeptSignature({ ...digest, sign: '' }, own)).toBe('wrong')
    expect(verifyKeptSignature({ ...origin }, own)).toBe('wrong')
  })

  it('is wrong by another key, though its hash is named', () => {
    const keyHash = sha256(other.publicKey)
    expect(verifyKeptSignature({ ...whole, keyHash }, other)).toBe('wrong')
    expect(verifyKeptSignature({ ...digest, keyHash }, other)).toBe('wrong')
  })

  it.each(['', 'AAAA', 'not base64'])('is wrong by the key %j, which is none', (publicKey) => {
    const keyHash = sha256(publicKey)
    expect(verifyKeptSignature({ ...whole, keyHash }, { publicKey })).toBe('wrong')
  })
})
