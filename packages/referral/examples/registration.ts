import { browserClock } from '@x/kit/browser'
import { createMemoryStorage } from '@x/kit/testing'
import { createReferral } from '@x/referral'

const clock = browserClock()
const referral = createReferral({
  storage: createMemoryStorage(), // in a page: createStorage() of @x/storage
  clock,
})

// In a page: location.href, as early as possible; the codes wait for the configuration.
referral.capture(
  'https://exchange.example/de/join?channelCode=spring,old&vipCode=v7&utm_source=mail',
)
referral.configure({
  open: true,
  cacheEffectiveTime: 7,
  cacheBeginTime: '2024-01-01',
  cacheEndTime: '2100-01-01',
  channelCodeList: [],
  activeLinkList: [],
})

const { currentLink, effectiveEndTime = 0, ...codes } = referral.getState() ?? {}
console.log('registering with', codes, 'from', currentLink)
console.log('kept for days:', Math.round((effectiveEndTime - clock.now()) / 86_400_000))
referral.clear()
console.log('left:', referral.getState())
referral.dispose()
