import { Checkbox } from '@x/ui/checkbox'
import { SearchBox } from '@x/ui/search-box'
import { TextField } from '@x/ui/text-field'
import { useState } from 'react'
import { ChartTexts } from '../../lib/lazy/ChartTexts.tsx'
import { useChartMessages } from '../../lib/messages/messages.ts'
import styles from './chart.module.css'
import type { ChartChoice } from './chartChoice.ts'
import {
  getIndicatorDefaults,
  INDICATORS,
  type Indicator,
  toggleIndicator,
} from './chartIndicators.ts'
import { changeParameter, parametersOf } from './indicatorParameters.ts'

interface IndicatorListProps {
  readonly choice: ChartChoice
  readonly change: (part: Partial<ChartChoice>) => void
}

/** All indicators with a search; those that are drawn have their parameters beside them. */
export default function IndicatorList(props: IndicatorListProps) {
  return (
    <ChartTexts>
      <Indicators {...props} />
    </ChartTexts>
  )
}

function Indicators({ choice, change }: IndicatorListProps) {
  const t = useChartMessages()
  const [query, setQuery] = useState('')
  const groups = [INDICATORS.over, INDICATORS.own].map((names) =>
    names.filter((name) => name.toLowerCase().includes(query.toLowerCase())),
  )
  return (
    <div className={styles['indicators']}>
      <SearchBox
        size="small"
        aria-label={t('chart.searchIndicator')}
        placeholder={t('chart.searchIndicator')}
        wait={0}
        onSearch={setQuery}
        results={groups.flat().length}
      />
      <div className={styles['indicatorGroups']}>
        {groups.map((names, index) => (
          <fieldset key={index === 0 ? 'over' : 'own'} className={styles['group']}>
            <legend>{t(index === 0 ? 'chart.overCandles' : 'chart.ownPane')}</legend>
            {names.map((name) => (
              <div key={name} className={styles['indicator']}>
                <Checkbox
                  checked={choice.indicators.includes(name)}
                  onChange={() => change({ indicators: toggleIndicator(choice.indicators, name) })}
                >
                  {name}
                </Checkbox>
                {choice.indicators.includes(name) ? (
                  <Parameters name={name} choice={choice} change={change} />
                ) : null}
              </div>
            ))}
          </fieldset>
        ))}
      </div>
    </div>
  )
}

function Parameters({ name, choice, change }: IndicatorListProps & { readonly name: Indicator }) {
  const t = useChartMessages()
  const values = parametersOf(choice.parameters, name)
  return (
    <span className={styles['parameters']}>
      {getIndicatorDefaults(name).map((_, index) => (
        <TextField
          key={index}
          size="mini"
          inputMode="decimal"
          maxLength={6}
          className={styles['parameter']}
          aria-label={t('chart.parameter', { name, number: index + 1 })}
          defaultValue={String(values[index])}
          onChange={(text) =>
            change({ parameters: changeParameter(choice.parameters, { name, index, text }) })
          }
        />
      ))}
    </span>
  )
}
