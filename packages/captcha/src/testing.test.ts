import { describe, expect, it } from 'vitest'
import { createScriptedProvider } from './testing.ts'

const config = { captchaId: 'g', product: 'bind', language: 'eng', timeout: 10_000 } as const

describe('createScriptedProvider', () => {
  it('calls every listener of an event and counts calls', async () => {
    const provider = createScriptedProvider()
    const init = await provider.load()
    const received: unknown[] = []
    init(config, (challenge) => {
      challenge.onSuccess(() => received.push(challenge.getValidate()))
      challenge.onError((error) => received.push(error))
      challenge.showCaptcha()
      challenge.destroy()
    })
    const [scripted] = provider.challenges
    scripted?.fire('success')
    scripted?.fire('error', 'no')
    expect(received).toEqual([
      { lot_number: 'l', captcha_output: 'o', pass_token: 'p', gen_time: '1' },
      'no',
    ])
    expect(scripted).toMatchObject({ config, shown: 1, destroyed: 1 })
    expect(provider.loads).toBe(1)
  })

  it('fails to load on demand', async () => {
    const provider = createScriptedProvider({ load: () => Promise.reject(new Error('blocked')) })
    await expect(provider.load()).rejects.toThrow('blocked')
    expect(provider.loads).toBe(1)
  })
})
