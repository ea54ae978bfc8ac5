import { useStore } from '@x/kit/react'
import { useLocale } from '@x/locale/react'
import { valuationEntries } from '@x/locale/numbers'
import { ColorField } from '@x/ui/color-field'
import { SegmentedControl } from '@x/ui/segmented-control'
import { Select } from '@x/ui/select'
import { Switch } from '@x/ui/switch'
import { useValuationChoice } from '../../data/valuation/useValuationChoice.ts'
import { VALUATION_COINS, type ValuationCode } from '../../data/valuation/valuationRates.ts'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { useServices } from '../../lib/services/servicesContext.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { DIRECTIONS, offersRedUp, PALETTES } from '../../lib/appearance/createAppearance.ts'
import styles from './settings.module.css'
import { useTheme } from './useTheme.ts'

/** With its texts, which few open. */
export function SettingsPanel() {
  return (
    <PageTexts>
      <Panel />
    </PageTexts>
  )
}

function Panel() {
  const t = usePageMessages()
  const { preferences } = useServices()
  const { locale } = useLocale()
  const { showAsset, tradingNumbers } = useStore(preferences)
  const { chosen, choose } = useValuationChoice()
  const { theme, toggle } = useTheme()
  const currencies = [
    ...valuationEntries(locale).map(({ value, name, showName }) => ({
      value: value as ValuationCode,
      label: `${showName} · ${name}`,
    })),
    ...VALUATION_COINS.map((value) => ({ value, label: value })),
  ]
  return (
    <div className={styles['panel']}>
      <Switch checked={theme === 'dark'} onChange={toggle}>
        {t('shell.dark')}
      </Switch>
      <Select
        label={t('settings.currency')}
        size="small"
        filterable
        options={currencies}
        value={chosen}
        onChange={choose}
      />
      <Switch
        checked={!showAsset}
        onChange={(isHidden) => preferences.set({ showAsset: !isHidden })}
      >
        {t('settings.hideAmounts')}
      </Switch>
      <Switch
        checked={tradingNumbers === 'locale'}
        onChange={(isLocal) =>
          preferences.set({ tradingNumbers: isLocal ? 'locale' : 'invariant' })
        }
      >
        {t('settings.localNumbers')}
      </Switch>
      <ColourSettings />
    </div>
  )
}

function ColourSettings() {
  const t = usePageMessages()
  const { appearance } = useServices()
  const { locale } = useLocale()
  const { palette, updown } = useStore(appearance)
  return (
    <>
      <div className={styles['group']}>
        <p className={styles['name']}>{t('settings.palette')}</p>
        <SegmentedControl
          block
          size="small"
          aria-label={t('settings.palette')}
          value={palette}
          onChange={(key) => appearance.set({ palette: key })}
          segments={PALETTES.map((key) => ({ value: key, label: t(`settings.palette.${key}`) }))}
        />
        {palette === 'custom' ? <CustomColours /> : null}
      </div>
      {offersRedUp(locale, updown) ? (
        <div className={styles['group']}>
          <p className={styles['name']}>{t('settings.direction')}</p>
          <SegmentedControl
            block
            size="small"
            aria-label={t('settings.direction')}
            value={updown}
            onChange={(key) => appearance.set({ updown: key })}
            segments={DIRECTIONS.map((key) => ({
              value: key,
              label: t(`settings.direction.${key}`),
            }))}
          />
        </div>
      ) : null}
    </>
  )
}

/** The two colours by meaning; the screen shows the nearest that can be read on every surface. */
function CustomColours() {
  const t = usePageMessages()
  const { appearance } = useServices()
  const { customUp, customDown } = useStore(appearance)
  return (
    <div className={styles['colours']}>
      <ColorField value={customUp} onChange={(colour) => appearance.set({ customUp: colour })}>
        {t('settings.colourUp')}
      </ColorField>
      <ColorField value={customDown} onChange={(colour) => appearance.set({ customDown: colour })}>
        {t('settings.colourDown')}
      </ColorField>
    </div>
  )
}
