import { api, type ReferralConfig } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import { readFile } from 'node:fs/promises'
import type { GatewayModule } from '../../platform/http/route.ts'
import { createPrivateRoutes } from '../trading/ports/privateRoutes.ts'
import { createRebates, type RebateOptions } from './createRebates.ts'
import { createReferrals, type ReferralsOptions } from './createReferrals.ts'

export const DEFAULT_REFERRAL: ReferralConfig = {
  open: true,
  cacheEffectiveTime: 7,
  cacheBeginTime: Date.UTC(2024, 0, 1),
  cacheEndTime: Date.UTC(2100, 0, 1),
  channelCodeList: [],
  activeLinkList: [],
}

export interface ReferralOptions extends RebateOptions, ReferralsOptions {
  readonly config: ReferralConfig
}

/** Which codes browsers keep, and what those who invite get. */
export function createReferralModule({ config, ...options }: ReferralOptions): GatewayModule {
  const { read } = createPrivateRoutes(options.trading.service)
  const referrals = createReferrals(options)
  const rebates = createRebates(options)
  return {
    routes: [
      route(api.configuration.referral, async () => config),
      read(api.referrals.overview, ({ userId }) => referrals.overview(userId)),
      read(api.referrals.invited, ({ userId }, params) => referrals.invited(userId, params)),
      read(api.referrals.rebates, ({ userId }, params) => referrals.rebates(userId, params)),
    ],
    start: async () => rebates.start(),
    stop: () => rebates.stop(),
  }
}

/** The operator's file, over the defaults. @throws Error that names the field that is wrong. */
export async function readReferralConfig(file: string | undefined): Promise<ReferralConfig> {
  if (file === undefined) return DEFAULT_REFERRAL
  const given: unknown = JSON.parse(await readFile(file, 'utf8'))
  if (typeof given !== 'object' || given === null)
    throw new Error('REFERRAL_CONFIG is no JSON object.')
  for (const [name, value] of Object.entries(given)) {
    const expected: unknown = (DEFAULT_REFERRAL as unknown as Record<string, unknown>)[name]
    const isRight = Array.isArray(expected)
      ? Array.isArray(value) && value.every((item) => typeof item === 'string')
      : typeof value === typeof expected
    if (!isRight) throw new Error(`REFERRAL_CONFIG has a wrong value for ${JSON.stringify(name)}.`)
  }
  return { ...DEFAULT_REFERRAL, ...given }
}
