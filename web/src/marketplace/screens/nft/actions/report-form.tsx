import { REPORT_REASONS, reportBody } from '@verso/protocol/nfts'
import { REPORT_TEXT_MAX_LENGTH } from '@verso/protocol/limits'
import { useReportNft } from '../../../../api/nfts/nft-changes.ts'
import { errorMessage } from '../../../../lib/error-message.ts'
import { t } from '../../../../lib/i18n.ts'
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field, TextArea } from '../../../../ui/fields/field.tsx'
import { Select } from '../../../../ui/fields/select.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'

const REASONS = REPORT_REASONS.map((reason) => [reason, t(`report.reasons.${reason}`)] as const)

/** "Report this NFT": a reason and a text for the moderation queue (docs/rules.md R39). */
export function ReportForm({ nftId, close }: { nftId: string; close: () => void }) {
  const form = useZodForm(reportBody, { defaultValues: { text: '' } })
  const report = useReportNft(nftId)
  const { errors } = form.formState
  const send = form.submit(async (body) => {
    await report.mutateAsync(body)
    void toast.success(t('report.sent'))
    close()
  })
  return (
    <form onSubmit={(event) => void send(event).catch(() => undefined)} noValidate className="mt-4 flex flex-col gap-5">
      <Field label={t('report.reason')} error={errors.reason?.message}>
        {(control) => (
          <Select {...control} {...form.register('reason')} none={t('form.selectNone')} options={REASONS} />
        )}
      </Field>
      <Field label={t('report.text')} error={errors.text?.message} aside={t('form.optional')}>
        {(control) => <TextArea {...control} {...form.register('text')} maxLength={REPORT_TEXT_MAX_LENGTH} />}
      </Field>
      {report.error && <Notice>{errorMessage(report.error)}</Notice>}
      <div className="flex gap-2 *:flex-1">
        <Button variant="plain" onClick={close}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" isPending={report.isPending}>
          {t('report.send')}
        </Button>
      </div>
    </form>
  )
}
