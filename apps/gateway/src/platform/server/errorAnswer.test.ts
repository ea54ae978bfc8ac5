import { describe, expect, it } from 'vitest'
import { errorAnswer, httpAnswer } from './errorAnswer.ts'
import { GatewayError } from '../http/route.ts'

describe('Envelope: what a caller sees of an error (wire 10)', () => {
  it('a refusal as it was meant, with its data and status', () => {
    expect(
      errorAnswer(
        new GatewayError('40201', 'Not enough', { data: { asset: 'USDT' }, status: 409 }),
      ),
    ).toEqual({
      status: 409,
      isFault: false,
      envelope: { code: '40201', status: 'error', msg: 'Not enough', data: { asset: 'USDT' } },
    })
  })
  it('shows nothing of a refusal’s cause', () => {
    expect(
      JSON.stringify(
        errorAnswer(
          new GatewayError('40201', 'Not enough', { cause: new Error('row 7 of accounts') }),
        ),
      ),
    ).not.toContain('row 7')
  })

  it.each([
    ['an error', new Error('password of db is x')],
    ['a text', 'password of db is x'],
    ['nothing', undefined],
    ['null', null],
    ['an object with a code of its own', { code: '40201', message: 'password of db is x' }],
    [
      'a status of a server fault',
      Object.assign(new Error('password of db is x'), { statusCode: 503 }),
    ],
    ['a status that is none', Object.assign(new Error('password of db is x'), { statusCode: 200 })],
  ])('%s is a fault, and nothing of it is shown', (_, error) => {
    const answer = errorAnswer(error)
    expect(answer).toEqual({
      status: 500,
      isFault: true,
      envelope: { code: '1', status: 'error', msg: 'The system is busy', data: null },
    })
  })

  it.each([
    [400, '40010', 'The request is malformed'],
    [403, '1', 'Request is forbidden'],
    [404, '1', 'Request error'],
    [405, '1', 'This method is not supported here'],
    [408, '1', 'The request took too long'],
    [413, '1', 'The request is larger than 1 MiB'],
    [415, '1', 'The media type of the body is not supported'],
    [431, '1', 'The headers of the request are too large'],
    [499, '1', 'Request error'],
  ])('a framework’s %i is code %s', (status, code, msg) => {
    const expected = {
      status,
      isFault: false,
      envelope: { code, status: 'error', msg, data: null },
    }
    expect(errorAnswer(Object.assign(new Error('detail'), { statusCode: status }))).toEqual(
      expected,
    )
    expect(httpAnswer(status)).toEqual(expected)
  })

  it.each([
    [
      'a missing field',
      { keyword: 'required', instancePath: '', params: { missingProperty: 'scene' } },
      'scene is missing',
      'scene',
    ],
    [
      'a wrong type',
      {
        keyword: 'type',
        instancePath: '/size',
        message: 'must be string',
        params: { type: 'string' },
      },
      'size must be text',
      'size',
    ],
    [
      'a field within a field',
      { keyword: 'required', instancePath: '/slide', params: { missingProperty: 'x' } },
      'slide.x is missing',
      'slide',
    ],
    [
      'an item of a list',
      {
        keyword: 'type',
        instancePath: '/trail/3/0',
        message: 'must be number',
        params: { type: 'number' },
      },
      'trail.3.0 must be a number',
      'trail',
    ],
    [
      'the body itself',
      { keyword: 'type', instancePath: '', message: 'must be object', params: { type: 'object' } },
      'body must be an object',
      'body',
    ],
    ['no words', { instancePath: '/a', params: {} }, 'a is not valid', 'a'],
  ])('a fault of the schema, %s, names its field', (_, validation, msg, field) => {
    expect(
      errorAnswer({
        validation: [validation, { instancePath: '/other', params: {} }],
        statusCode: 400,
      }),
    ).toEqual({
      status: 400,
      isFault: false,
      envelope: { code: '40010', status: 'error', msg, data: { field } },
    })
  })
})
