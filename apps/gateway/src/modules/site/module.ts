import type { ReferralConfig, ValuationRates } from '@x/api'
import type { Clock } from '@x/kit'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import { createClientErrorsModule } from '../client-errors/module.ts'
import { createCspModule } from '../csp/module.ts'
import { createImageDomainModule } from '../image-domain/module.ts'
import { createNoticesModule } from '../notices/module.ts'
import { demonstrationNotices, type NoticeSource } from '../notices/openNoticeSource.ts'
import { createReferralModule } from '../referral/module.ts'
import { createRegionModule } from '../region/module.ts'
import type { RegionSettings } from '../region/regionSettings.ts'
import { createValuationModule, DEMONSTRATION_RATES } from '../valuation/module.ts'

/** What the operator sets about the site. */
export interface SiteSettings {
  readonly referral: ReferralConfig
  /** Rates of the valuation currencies; default those of the demonstration. */
  readonly valuation?: ValuationRates | undefined
  /** Announcements; default those of the demonstration. */
  readonly notices?: NoticeSource | undefined
  /** Where the platform is not offered, or not all of it; default: it is offered everywhere. */
  readonly region?: RegionSettings | undefined
}

export interface SiteOptions extends SiteSettings {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  readonly store: TtlStore
}

/** The modules that pages use without an account: settings, announcements and reports. */
export function createSiteModules(options: SiteOptions): readonly GatewayModule[] {
  const { clock, log, store } = options
  return [
    createReferralModule(options.referral),
    createValuationModule(options.valuation ?? DEMONSTRATION_RATES),
    createImageDomainModule(),
    createRegionModule(options.region),
    createNoticesModule({ source: options.notices ?? demonstrationNotices, clock }),
    createCspModule({ log, store }),
    createClientErrorsModule({ log, store }),
  ]
}
