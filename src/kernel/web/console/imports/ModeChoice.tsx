import { Button } from 'antd'
import { useState } from 'react'
import { Choices } from '#kernel/web/ui/choices/Choices.tsx'
import type { ImportMode, ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { importText } from './import-text.ts'
import { countText } from './run-figures.ts'
import type { useImportActs } from './use-import-acts.ts'

interface ModeChoiceProps {
  readonly run: ImportRunView
  readonly acts: ReturnType<typeof useImportActs>
  readonly uncheckedRows: number
  readonly onRun: (mode: ImportMode) => void
  readonly onDiscard: () => void
}

/** All or nothing, or only the valid rows: explains both with numbers. */
export function ModeChoice({ run, acts, uncheckedRows, onRun, onDiscard }: ModeChoiceProps) {
  const { rows, isWhole } = run
  const [chosen, setChosen] = useState<ImportMode | null>(null)
  const count = rows.create + rows.update
  const mayAll = rows.bad === 0
  const mode = chosen === 'all' && !mayAll && !isWhole ? 'good' : (chosen ?? (isWhole || mayAll ? 'all' : 'good'))
  const mayRun = run.can.run && count > 0 && (mode === 'good' || mayAll)
  const reason =
    uncheckedRows > 0
      ? importText('choose.unsaved', { count: countText(uncheckedRows) })
      : count === 0
        ? importText('choose.nothing')
        : isWhole && !mayAll
          ? importText('choose.allBad')
          : null
  const texts = {
    all: [importText('choose.allText', { count: countText(count) }), mayAll ? '' : importText('choose.allBad')],
    good: [
      importText('choose.goodText', { count: countText(count) }),
      rows.bad > 0 ? importText('choose.goodLeft', { bad: countText(rows.bad) }) : '',
    ],
  }
  const counts = { create: countText(rows.create), update: countText(rows.update) }
  return (
    <div className="import-choose">
      {isWhole ? (
        <div>
          <h3>{importText('choose.title')}</h3>
          <p className="quiet">{importText('choose.wholeOnly')}</p>
        </div>
      ) : (
        <Choices
          legend={importText('choose.title')}
          value={mode}
          options={(['all', 'good'] as const).map((each) => ({
            value: each,
            label: importText(`choose.${each}`),
            hint: texts[each].filter(Boolean).map((text) => <div key={text}>{text}</div>),
            isDisabled: each === 'all' && !mayAll,
          }))}
          onChange={setChosen}
        />
      )}
      <div className="import-go">
        <Button
          type="primary"
          disabled={!mayRun || uncheckedRows > 0}
          loading={acts.acting === 'run'}
          onClick={() => onRun(mode)}
        >
          {importText('choose.run', { count: countText(count) })}
        </Button>
        {run.can.discard ? <Button onClick={onDiscard}>{importText('run.discard')}</Button> : null}
        <span className="quiet">
          {reason ??
            [
              importText('choose.counts', counts),
              rows.same > 0 ? importText('choose.same', { count: countText(rows.same) }) : '',
            ]
              .filter(Boolean)
              .join(' · ')}
        </span>
      </div>
    </div>
  )
}
