import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { derivedSecret } from '../../platform/signing/derivedSecret.ts'
import { testIdentity } from '../../testing/testIdentity.ts'
import type { TestClient } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { type Pass, passTokenOf } from './passToken.ts'
import { PICTURE, PIECE_BOX, placeOf, RANGE } from './puzzle/geometry.ts'

const SECRET = derivedSecret(testIdentity, 'captcha')
const GET_ID = '/v1/security/policy/captcha/get-captcha-id'
const CHECK = '/v1/security/policy/captcha/check-captcha'
const REFERENCE = '/v1/captcha/reference'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.stop())

const visitor = () => gateway.visitor()

interface Lot {
  readonly lotNumber: string
  readonly range: number
  readonly piece: { readonly y: number }
  readonly work: Challenge
  readonly toll: Challenge
}

async function challenged(client = visitor(), scene = 'register') {
  const { bizId, geetestId } = (await client.post(GET_ID, { scene })).data as {
    bizId: string
    geetestId: string
  }
  const lot = (await client.post(`${REFERENCE}/load`, { captchaId: geetestId })).data as Lot
  return {
    client,
    bizId,
    geetestId,
    lot,
    x: placeOf(`${SECRET.toString('hex')}:${lot.lotNumber}`).x,
  }
}
/** A drag as a hand makes it: uneven in time and distance. */
function drag(x: number) {
  const shares = [0, 0.08, 0.31, 0.55, 0.82, 0.95, 1]
  return {
    x,
    by: 'pointer',
    trail: shares.map((share, index) => [index * 60 + (index % 3) * 11, Math.round(x * share)]),
  }
}
const solve = async (challenge: Challenge) => {
  const solution = await solveChallenge({ challenge, deriveKey })
  return { counter: solution!.counter, derivedKey: solution!.derivedKey }
}
const verify = (client: TestClient, lot: Lot, body: object) =>
  client.post(`${REFERENCE}/verify`, { lotNumber: lot.lotNumber, ...body })
const answer = async (client: TestClient, lot: Lot, slide: object) =>
  verify(client, lot, { slide, toll: await solve(lot.toll) })
const WRONG = { triesLeft: 0 }
const check = (client: TestClient, pass: unknown, fields: object = {}) =>
  client.post(CHECK, {
    captchaType: 3,
    captchaValidate: Buffer.from(JSON.stringify(pass)).toString('base64'),
    ...fields,
  })
async function solved(client = visitor(), scene = 'register') {
  const challenge = await challenged(client, scene)
  const { pass } = (await answer(client, challenge.lot, drag(challenge.x))).data as { pass: Pass }
  return { ...challenge, pass }
}

describe('get-captcha-id (wire 10)', () => {
  it.each(['register', 'sendCode', 'securityVerify'])(
    'always challenges the scene %s',
    async (scene) => {
      expect(await visitor().post(GET_ID, { scene })).toMatchObject({
        code: '0',
        data: {
          status: 1,
          bizId: expect.stringMatching(/^[0-9a-f]{32}$/),
          geetestId: expect.stringMatching(/^[0-9a-f]{32}$/),
        },
      })
    },
  )
  it('does not challenge a first log-in', async () => {
    expect(
      (await visitor().post(GET_ID, { scene: 'login', bizParam: 'quiet@example.com' })).data,
    ).toMatchObject({ status: 0 })
  })
  it.each([{}, { scene: '' }, { scene: 'a b' }, { scene: 7 }])('refuses %o', async (body) => {
    expect(await visitor().post(GET_ID, body)).toMatchObject({
      http: 400,
      code: '40010',
      data: { field: 'scene' },
    })
  })
})

describe('captcha C, reference challenge: the puzzle', () => {
  it('is two PNG pictures, and neither the answer nor a path', async () => {
    const { client, lot } = await challenged()
    expect(Object.keys(lot).sort()).toEqual([
      'height',
      'lotNumber',
      'piece',
      'range',
      'toll',
      'width',
      'work',
    ])
    const sizes = { background: PICTURE, piece: PIECE_BOX }
    for (const layer of ['background', 'piece'] as const) {
      const response = await gateway.app.inject(
        `${REFERENCE}/picture?lot=${lot.lotNumber}&layer=${layer}`,
      )
      expect(response.headers['content-type']).toBe('image/png')
      expect(PNG.sync.read(response.rawPayload)).toMatchObject({
        width: sizes[layer].width * 2,
        height: sizes[layer].height * 2,
      })
    }
    expect(client).toBeDefined()
  })

  it('draws its pictures six times at most', async () => {
    const { lot } = await challenged()
    const ask = () => gateway.app.inject(`${REFERENCE}/picture?lot=${lot.lotNumber}&layer=piece`)
    for (let time = 0; time < 6; time++) expect((await ask()).statusCode).toBe(200)
    expect((await ask()).json()).toMatchObject({ code: '42901' })
  })

  it('is solved by a drag to the gap', async () => {
    const { client, bizId, pass } = await solved()
    expect(pass).toEqual({
      captcha_id: expect.any(String),
      lot_number: expect.any(String),
      captcha_output: expect.any(String),
      gen_time: expect.stringMatching(/^\d{10}$/),
      pass_token: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(await check(client, pass, { scene: 'register', bizId })).toMatchObject({
      http: 200,
      code: '00000',
      status: 'success',
      data: { bizId },
    })
  })

  it('is solved by keys', async () => {
    const { client, lot, x } = await challenged()
    const trail = Array.from({ length: x + 1 }, (_, step) => [step * 31, step])
    expect((await answer(client, lot, { x, by: 'keyboard', trail })).data).toHaveProperty('pass')
  })

  it.each([-3, 3])('takes %d px beside the gap, and no more', async (offset) => {
    const near = await challenged()
    expect((await answer(near.client, near.lot, drag(near.x + offset))).data).toHaveProperty('pass')
    const far = await challenged()
    expect(
      (await answer(far.client, far.lot, drag(far.x + offset + Math.sign(offset)))).data,
    ).toEqual(WRONG)
  })

  it.each([
    [
      'a jump',
      (x: number) => ({
        x,
        by: 'pointer',
        trail: [
          [0, 0],
          [200, x],
        ],
      }),
    ],
    [
      'equal steps in equal times',
      (x: number) => ({
        x,
        by: 'pointer',
        trail: [0, 1, 2, 3, 4].map((step) => [step * 50, (x / 4) * step]),
      }),
    ],
    [
      'no time at all',
      (x: number) => ({ ...drag(x), trail: drag(x).trail.map(([, at]) => [0, at]) }),
    ],
    [
      'time running backwards',
      (x: number) => ({
        ...drag(x),
        trail: drag(x).trail.map(([t, at], index) => [index === 3 ? 0 : t, at]),
      }),
    ],
    ['another end than the answer', (x: number) => ({ ...drag(x), trail: drag(x - 20).trail })],
    ['no trail', (x: number) => ({ x, by: 'pointer', trail: [] })],
  ])('a right place reached by %s does not count', async (_, make) => {
    const { client, lot, x } = await challenged()
    expect((await answer(client, lot, make(x))).data).toEqual(WRONG)
  })

  it('takes one answer; then even the right place comes too late', async () => {
    const { client, lot, x } = await challenged()
    expect((await answer(client, lot, drag(x > 160 ? 30 : 220))).data).toEqual(WRONG)
    expect(await answer(client, lot, drag(x))).toMatchObject({ code: '40103' })
    expect(await verify(client, lot, { work: await solve(lot.work) })).toMatchObject({
      code: '40103',
    })
  })

  it('judges one of many simultaneous guesses', async () => {
    const { client, lot } = await challenged()
    const toll = await solve(lot.toll)
    const answers = await Promise.all(
      [80, 110, 140, 170].map((x) => verify(client, lot, { slide: drag(x), toll })),
    )
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(1)
    expect(answers.filter(({ code }) => code === '40103')).toHaveLength(3)
  })

  it('lets a blind guess through once in 27 at the most', () => {
    const places = Array.from({ length: 4_000 }, (_, seed) => placeOf(`blind ${seed}`).x)
    const shares = Array.from(
      { length: RANGE + 1 },
      (_, guess) => places.filter((x) => Math.abs(x - guess) <= 3).length / places.length,
    )
    // 7 of 187 places, and three deviations of the sample above.
    expect(Math.max(...shares)).toBeLessThan(7 / 187 + 3 * Math.sqrt(7 / 187 / places.length) * 1.5)
  })

  it('is solved once', async () => {
    const { client, lot, x } = await solved()
    expect(await answer(client, lot, drag(x))).toMatchObject({ code: '40103' })
  })

  it.each([
    ['slide', {}],
    ['slide', { slide: { x: 1 } }],
    ['work', { work: { counter: -1, derivedKey: 'aa' } }],
    ['slide', { slide: { x: 1, by: 'magic', trail: [] } }],
  ])('names the field %s of a malformed answer', async (field, body) => {
    const { client, lot } = await challenged()
    expect(
      await client.post(`${REFERENCE}/verify`, { lotNumber: lot.lotNumber, ...body }),
    ).toMatchObject({ code: '40010', data: { field } })
  })

  it('needs a captcha id that was given out', async () => {
    expect(await visitor().post(`${REFERENCE}/load`, { captchaId: 'f'.repeat(32) })).toMatchObject({
      code: '40010',
      data: { field: 'captchaId' },
    })
  })

  it('is given out twenty times for one captcha id', async () => {
    const client = gateway.client({ address: '2001:db8:7::1' })
    const { geetestId } = (await client.post(GET_ID, { scene: 'register' })).data as {
      geetestId: string
    }
    for (let time = 0; time < 20; time++)
      expect(await client.post(`${REFERENCE}/load`, { captchaId: geetestId })).toMatchObject({
        code: '0',
      })
    expect(await client.post(`${REFERENCE}/load`, { captchaId: geetestId })).toMatchObject({
      code: '42901',
    })
  })
})

describe('captcha C, reference challenge: the calculation instead of the puzzle', () => {
  it('is accepted in place of the slider', async () => {
    const { client, lot, bizId } = await challenged()
    const solution = await solveChallenge({ challenge: lot.work, deriveKey })
    const { pass } = (
      await client.post(`${REFERENCE}/verify`, { lotNumber: lot.lotNumber, work: solution })
    ).data as { pass: Pass }
    expect(await check(client, pass)).toMatchObject({ code: '00000', data: { bizId } })
  })
  it('a wrong result is the one answer of its puzzle', async () => {
    const { client, lot } = await challenged()
    expect(
      (await verify(client, lot, { work: { counter: 1, derivedKey: 'ab'.repeat(32) } })).data,
    ).toEqual(WRONG)
    expect(await verify(client, lot, { work: await solve(lot.work) })).toMatchObject({
      code: '40103',
    })
  })
  it('rejects the calculation of another puzzle', async () => {
    const { client, lot } = await challenged()
    const other = await challenged(client)
    expect((await verify(client, lot, { work: await solve(other.lot.work) })).data).toEqual(WRONG)
  })
  it('the small one does not stand in for the large one', async () => {
    const { client, lot } = await challenged()
    expect((await verify(client, lot, { work: await solve(lot.toll) })).data).toEqual(WRONG)
  })
})

describe('captcha C, reference challenge: the toll of the puzzle', () => {
  it('a right slide without it is refused, and the puzzle waits', async () => {
    const { client, lot, x } = await challenged()
    expect(await verify(client, lot, { slide: drag(x) })).toMatchObject({
      code: '40010',
      data: { field: 'toll' },
    })
    expect((await answer(client, lot, drag(x))).data).toHaveProperty('pass')
  })
  it.each([
    ['made up', async () => ({ counter: 3, derivedKey: 'ab'.repeat(32) })],
    ['of another puzzle', async (client: TestClient) => solve((await challenged(client)).lot.toll)],
    [
      'with its key cut',
      async (_: TestClient, lot: Lot) => ({
        ...(await solve(lot.toll)),
        derivedKey: `${(await solve(lot.toll)).derivedKey.slice(0, 60)}0000`,
      }),
    ],
  ])('a right slide with a toll %s is wrong', async (_, make) => {
    const { client, lot, x } = await challenged()
    const toll = await make(client, lot)
    expect((await verify(client, lot, { slide: drag(x), toll })).data).toEqual(WRONG)
  })
  it('the right toll does not make a wrong slide right', async () => {
    const { client, lot, x } = await challenged()
    expect((await answer(client, lot, drag(x > 160 ? 30 : 220))).data).toEqual(WRONG)
  })
  it('is not asked of a page that cannot calculate', async () => {
    const client = gateway.client({ address: '203.0.113.251', host: '192.168.0.9' })
    const { lot, x } = await challenged(client)
    expect((await verify(client, lot, { slide: drag(x) })).data).toHaveProperty('pass')
  })
  it('requires the toll in production for every host', async () => {
    const production = await createTestGateway({ isDevelopment: false })
    try {
      const client = production.client({ address: '203.0.113.251', host: '192.168.0.9' })
      const { lot, x } = await challenged(client)
      expect(await verify(client, lot, { slide: drag(x) })).toMatchObject({
        code: '40010',
        data: { field: 'toll' },
      })
      expect((await answer(client, lot, drag(x))).data).toHaveProperty('pass')
    } finally {
      await production.stop()
    }
  })
})

describe('captcha C, reference challenge: limits per session and address', () => {
  const wrongSlide = async (client: TestClient, geetestId: string) => {
    const lot = (await client.post(`${REFERENCE}/load`, { captchaId: geetestId })).data as Lot
    return answer(client, lot, drag(-1))
  }

  it('allows five slides an action, then the calculation alone', async () => {
    const client = visitor()
    const { geetestId } = (await client.post(GET_ID, { scene: 'register' })).data as {
      geetestId: string
    }
    for (let time = 0; time < 5; time++)
      expect((await wrongSlide(client, geetestId)).data).toEqual(WRONG)
    const lot = (await client.post(`${REFERENCE}/load`, { captchaId: geetestId })).data as Lot
    const right = drag(placeOf(`${SECRET.toString('hex')}:${lot.lotNumber}`).x)
    expect(await answer(client, lot, right)).toMatchObject({
      code: '42901',
      data: { retryAfter: expect.any(Number) },
    })
    expect((await verify(client, lot, { work: await solve(lot.work) })).data).toHaveProperty('pass')
  })
})

describe('check-captcha; captcha C, reference challenge: passes (wire 10)', () => {
  it('takes a pass once', async () => {
    const { client, pass } = await solved()
    expect(await check(client, pass)).toMatchObject({ code: '00000' })
    expect(await check(client, pass)).toMatchObject({ code: '40103', status: 'error', data: null })
  })

  it('takes it for five minutes', async () => {
    const { client, pass } = await solved()
    gateway.clock.jump(302_000)
    const late = await check(client, pass)
    gateway.clock.jump(-302_000)
    expect(late).toMatchObject({ code: '40103' })
  })

  it.each(['captcha_id', 'lot_number', 'captcha_output', 'gen_time', 'pass_token'] as const)(
    'a changed %s makes it worthless',
    async (name) => {
      const { client, pass } = await solved()
      const flipped = pass[name].startsWith('1')
        ? `2${pass[name].slice(1)}`
        : `1${pass[name].slice(1)}`
      expect(await check(client, { ...pass, [name]: flipped })).toMatchObject({ code: '40103' })
      expect(await check(client, pass)).toMatchObject({ code: '00000' })
    },
  )

  it('a well-signed pass for a puzzle that was never solved is none', async () => {
    const { client, lot, geetestId } = await challenged()
    const fields = {
      captcha_id: geetestId,
      lot_number: lot.lotNumber,
      captcha_output: 'AAAA',
      gen_time: String(Math.floor(gateway.clock.now() / 1000)),
    }
    expect(
      await check(client, { ...fields, pass_token: passTokenOf(fields, SECRET) }),
    ).toMatchObject({ code: '40103' })
  })

  it('belongs to its scene and its action', async () => {
    const first = await solved()
    expect(await check(first.client, first.pass, { scene: 'login' })).toMatchObject({
      code: '40103',
    })
    const second = await solved()
    expect(await check(second.client, second.pass, { bizId: 'f'.repeat(32) })).toMatchObject({
      code: '40103',
    })
  })

  it('takes the caller’s own name of the action too', async () => {
    const client = visitor()
    const { geetestId } = (await client.post(GET_ID, { scene: 'register', bizId: 'mine-1' }))
      .data as { geetestId: string }
    const lot = (await client.post(`${REFERENCE}/load`, { captchaId: geetestId })).data as Lot
    const { pass } = (
      await answer(client, lot, drag(placeOf(`${SECRET.toString('hex')}:${lot.lotNumber}`).x))
    ).data as { pass: Pass }
    expect(await check(client, pass, { bizId: 'mine-1' })).toMatchObject({ code: '00000' })
  })

  it.each([
    ['no base64', { captchaType: 3, captchaValidate: '%%%' }, '40103'],
    ['no JSON', { captchaType: 3, captchaValidate: Buffer.from('{').toString('base64') }, '40103'],
    ['null', { captchaType: 3, captchaValidate: Buffer.from('null').toString('base64') }, '40103'],
    ['an object', { captchaType: 3, captchaValidate: { pass_token: 'x' } }, '40103'],
    ['another captcha type', { captchaType: 1, captchaValidate: { a: 1 } }, '40010'],
    ['nothing', {}, '40010'],
  ])('refuses %s', async (_, body, code) => {
    expect(await visitor().post(CHECK, body)).toMatchObject({ status: 'error', code })
  })
})

describe('the script', () => {
  it('is served as JavaScript under the static path, revalidated by its hash', async () => {
    const response = await gateway.app.inject('/static/captcha/gt4.js')
    expect(response.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      etag: expect.any(String),
    })
    const again = await gateway.app.inject({
      url: '/static/captcha/gt4.js',
      headers: { 'if-none-match': response.headers['etag'] as string },
    })
    expect(again.statusCode).toBe(304)
  })
})

describe('the geometry', () => {
  it('never puts the gap where the piece starts, nor outside the picture', () => {
    for (let seed = 0; seed < 2_000; seed++) {
      const { x, y } = placeOf(`seed ${seed}`)
      expect(x).toBeGreaterThan(PIECE_BOX.width)
      expect(x).toBeLessThanOrEqual(RANGE)
      expect(y).toBeGreaterThanOrEqual(8)
      expect(y + PIECE_BOX.height).toBeLessThanOrEqual(PICTURE.height)
    }
  })
})
