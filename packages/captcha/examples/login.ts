import { createCaptcha, isCaptchaError } from '@x/captcha'
import { createScriptedProvider } from '@x/captcha/testing'
import { browserPorts } from '@x/kit/browser'

// In a page: browserCaptchaProvider({ src: '/static/captcha.js', clock }). Here a challenge that
// solves itself.
const provider = createScriptedProvider({
  onChallenge(challenge) {
    challenge.fire('ready')
    challenge.fire('success')
  },
})

const { clock, reporter } = browserPorts()
const captcha = createCaptcha({
  provider,
  clock,
  reporter,
  language: () => 'eng',
  transport: {
    // In an app: client.post(path, { data, responseType: 'json', signal })
    getCaptchaId: async ({ scene }) => ({
      code: '0',
      data: { status: scene === 'login' ? 1 : 0, bizId: 'biz-1', geetestId: 'gt-1' },
    }),
    checkCaptcha: async ({ captchaType }) => ({
      code: captchaType === 3 ? '00000' : '40103',
      data: null,
    }),
  },
})

captcha.subscribe(() => console.log(captcha.getState().status))
try {
  const result = await captcha.verify({ scene: 'login' })
  console.log(result.status, result.verifyGeetestSuccess, result.bizId)
} catch (error) {
  if (isCaptchaError(error)) console.log('no captcha today:', error.code)
}
