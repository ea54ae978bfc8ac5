import type { Captcha } from '@x/captcha'
import type { GatewaySign } from '@x/gateway-sign'
import type { Clock, KeyValueStorage, Random, Reporter, Visibility } from '@x/kit'
import type { Preferences } from '@x/locale'
import type { Catalog } from '@x/locale/messages'
import type { FrameScheduler } from '@x/market'
import type { Referral } from '@x/referral'
import type { Simulation } from '@x/simulation'
import type { MessageDialogs } from '@x/ui/message-dialog'
import type { ToastQueue } from '@x/ui/toast'
import { createContext, use } from 'react'
import type { Appearance } from '../appearance/createAppearance.ts'
import type { AppConfig } from '../config/config.ts'
import type { Passkeys } from '../credentials/browserPasskeys.ts'
import type { WalletProvider } from '../credentials/walletOver.ts'
import type { ImageDomain } from '../image-domain/createImageDomain.ts'
import type { MessageLog } from '../messages/messageLog.ts'
import type { PageTranslator, TextParts, Texts, Translator } from '../messages/messages.ts'

/** The address of the page, read when it matters. */
export interface PageLocation {
  readonly href: () => string
  readonly path: () => string
  readonly reload: () => void
  /** Whether the page runs as the installed app. */
  readonly isInstalled: () => boolean
  /** Goes to another site. */
  readonly leave: (href: string) => void
}

/**
 * What a screen may use besides server state, which it reads by the hooks of `data/`. A function
 * names the members that it uses: `Pick<PageServices, 'toasts'>`.
 */
export interface PageServices {
  readonly config: AppConfig
  readonly clock: Clock
  readonly random: Random
  readonly frame: FrameScheduler
  readonly reporter: Reporter
  readonly visibility: Visibility
  readonly storage: KeyValueStorage
  /** Lives as long as the tab. */
  readonly session: KeyValueStorage
  readonly location: PageLocation
  readonly passkeys: Passkeys
  /** The wallet that the browser offers to pages, asked when it matters. */
  readonly wallet: () => WalletProvider | undefined
  readonly preferences: Preferences
  readonly appearance: Appearance
  readonly catalog: Catalog<Texts, TextParts>
  /** A text outside of React, in the language on screen. */
  readonly translate: Translator
  readonly translatePage: PageTranslator
  readonly toasts: ToastQueue
  readonly dialogs: MessageDialogs
  readonly log: MessageLog
  readonly sign: Pick<GatewaySign, 'forgetSession' | 'init'>
  readonly captcha: () => Promise<Captcha>
  readonly referral: () => Promise<Referral>
  readonly simulation: Simulation
  readonly imageDomain: ImageDomain
}

export const ServicesContext = createContext<PageServices | undefined>(undefined)

export function useServices(): PageServices {
  const services = use(ServicesContext)
  if (!services) throw new Error('useServices needs a ServicesContext around it')
  return services
}
