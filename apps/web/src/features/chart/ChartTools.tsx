import { Button } from '@x/ui/button'
import { Checkbox } from '@x/ui/checkbox'
import { Select } from '@x/ui/select'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { usePageMessages } from '../../lib/messages/messages.ts'
import styles from './chart.module.css'
import type { ChartChoice } from './chartChoice.ts'
import { INDICATORS, toggleIndicator } from './chartIndicators.ts'
import { DRAWINGS } from './drawings.ts'
import { TIME_ZONES } from './timeZones.ts'

export interface ChartToolsProps {
  readonly choice: ChartChoice
  readonly change: (part: Partial<ChartChoice>) => void
  readonly close: () => void
}

/** Indicators, drawings and the time zone, fetched when first opened. */
export default function ChartTools(props: ChartToolsProps) {
  return (
    <PageTexts>
      <Tools {...props} />
    </PageTexts>
  )
}

function Tools({ choice, change, close }: ChartToolsProps) {
  const t = usePageMessages()
  const draw = (tool: NonNullable<ChartChoice['drawing']>['tool']) => {
    change({ drawing: { tool, count: (choice.drawing?.count ?? 0) + 1 } })
    close()
  }
  return (
    <div className={styles['tools']}>
      <fieldset className={styles['group']}>
        <legend>{t('chart.indicators')}</legend>
        <div className={styles['checks']}>
          {[...INDICATORS.over, ...INDICATORS.own].map((name) => (
            <Checkbox
              key={name}
              checked={choice.indicators.includes(name)}
              onChange={() => change({ indicators: toggleIndicator(choice.indicators, name) })}
            >
              {name}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>{t('chart.drawings')}</legend>
        <div className={styles['checks']}>
          {DRAWINGS.map((tool) => (
            <Button key={tool} size="small" onClick={() => draw(tool)}>
              {t(`chart.drawing.${tool}`)}
            </Button>
          ))}
          <Button size="small" variant="ghost" onClick={() => draw('clear')}>
            {t('chart.clear')}
          </Button>
        </div>
      </fieldset>
      <Select
        label={t('chart.timezone')}
        size="small"
        value={choice.timeZone ?? 'own'}
        onChange={(key) => change({ timeZone: key === null || key === 'own' ? undefined : key })}
        options={[
          { value: 'own', label: t('account.thisDevice') },
          ...TIME_ZONES.map((key) => ({ value: key, label: key.replace('_', ' ') })),
        ]}
      />
    </div>
  )
}
