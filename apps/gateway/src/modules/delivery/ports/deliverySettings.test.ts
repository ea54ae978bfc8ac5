import { describe, expect, it } from 'vitest'
import { readDeliverySettings } from './deliverySettings.ts'

const read = (environment: Readonly<Record<string, string>>) =>
  readDeliverySettings((name) => environment[name])

describe('the settings of mail and text messages', () => {
  it('are empty without variables', () => expect(read({})).toEqual({}))
  it('read the mail server and the hook', () =>
    expect(
      read({
        SMTP_URL: 'smtps://me:secret@mail.example',
        MAIL_FROM: 'Exchange <no-reply@x.example>',
        TEXT_HOOK_URL: 'https://sms.example/send',
        TEXT_HOOK_TOKEN: 't',
      }),
    ).toEqual({
      smtp: { url: 'smtps://me:secret@mail.example', from: 'Exchange <no-reply@x.example>' },
      textHook: { url: 'https://sms.example/send', token: 't' },
    }))
  it.each([
    [{ SMTP_URL: 'https://me:secret@mail.example', MAIL_FROM: 'a@b.c' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM'],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.c\r\nBcc: d@e.f' }, 'MAIL_FROM'],
    [{ TEXT_HOOK_URL: 'http://sms.example/secret' }, 'TEXT_HOOK_URL'],
    [{ TEXT_HOOK_URL: 'file:///etc/passwd' }, 'TEXT_HOOK_URL'],
  ])('refuse %o and repeat no secret', (environment, name) => {
    expect(() => read(environment as Record<string, string>)).toThrow(name)
    expect(() => read(environment as Record<string, string>)).not.toThrow('secret')
  })
})
