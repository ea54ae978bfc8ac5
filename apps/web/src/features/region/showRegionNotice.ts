import { createMessageFormat, createTranslate } from '@x/locale/messages'
import type { Locale } from '@x/locale'
import type { PageServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { countryName } from './countryName.ts'
import { parseRegion } from './region.ts'

interface RegionNoticeOptions extends Pick<PageServices, 'catalog' | 'dialogs' | 'storage'> {
  /** What the gateway says of the visitor's region. */
  readonly fetchRegion: () => Promise<unknown>
}

/**
 * Shows a notice once where the platform, or a part of it, is not offered in the visitor's region
 * (docs/adr/gateway.md). The shown notice is stored: only a changed one is shown again, and one
 * that was read in one tab is closed in all.
 */
export async function showRegionNotice({
  catalog,
  fetchRegion,
  dialogs,
  storage,
}: RegionNoticeOptions): Promise<void> {
  try {
    const { service, country } = parseRegion(await fetchRegion())
    if (service === 'full') return
    const wasShown = () => storage.get(STORAGE_KEYS.dialogIp) === service
    if (wasShown()) return
    await catalog.loadPart('pages')
    const { locale, messages, parts } = catalog.getState()
    if (!parts.pages || wasShown()) return
    const translate = createTranslate(
      { ...messages.app, ...parts.pages },
      createMessageFormat({ locale }),
    )
    const message = [
      translate('region.where', { country: countryName(country, locale as Locale) }),
      translate(`region.${service}`),
      translate('region.proxy'),
    ].join(' ')
    const options = {
      title: translate('region.title'),
      message,
      confirmText: translate('region.understood'),
    }
    const shut = () => {
      if (wasShown() && dialogs.getState().current?.options === options)
        void dialogs.answer('close')
    }
    const stops = [
      storage.subscribe(({ key }) => key === STORAGE_KEYS.dialogIp && shut()),
      dialogs.subscribe(shut),
    ]
    await dialogs.alert(options)
    for (const stop of stops) stop()
    storage.set(STORAGE_KEYS.dialogIp, service)
  } catch {
    // Nobody asked: the next visit asks again.
  }
}
