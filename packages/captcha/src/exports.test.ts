import { expect, it } from 'vitest'
import * as main from './exports/index.ts'
import * as react from './exports/react.ts'
import * as testing from './exports/testing.ts'

it('@x/captcha exports these names', () => {
  expect(Object.keys(main).toSorted()).toEqual([
    'CaptchaError',
    'browserCaptchaProvider',
    'captchaTable',
    'createCaptcha',
    'isCaptchaError',
  ])
})

it('@x/captcha/react exports these names', () => {
  expect(Object.keys(react)).toEqual(['useCaptcha'])
})

it('@x/captcha/testing exports these names', () => {
  expect(Object.keys(testing)).toEqual(['createScriptedProvider'])
})
