import type { GatewaySign } from '@x/gateway-sign'
import type { KeyValueStorage, Random } from '@x/kit'
import type { Preferences } from '@x/locale'
import type { RequestClient } from '@x/request'
import type { Simulation } from '@x/simulation'
import type { MessageDialogs } from '@x/ui/message-dialog'
import type { ToastQueue } from '@x/ui/toast'
import type { PageTranslator, Translator } from '../../lib/messages/messages.ts'

/** What the data layer needs of the app: the second argument of every thunk. */
export interface DataServices {
  readonly client: RequestClient
  readonly cookies: KeyValueStorage
  readonly storage: KeyValueStorage
  readonly random: Random
  readonly sign: Pick<GatewaySign, 'forgetSession'>
  readonly simulation: Simulation
  readonly preferences: Preferences
  readonly dialogs: Pick<MessageDialogs, 'closeAll'>
  readonly toasts: ToastQueue
  readonly log: {
    add(message: { readonly kind: 'error'; readonly text: string }): void
    clear(): void
  }
  /** A text outside of React, in the language on screen. */
  readonly translate: Translator
  readonly translatePage: PageTranslator
  readonly location: { readonly path: () => string; readonly isInstalled: () => boolean }
}
