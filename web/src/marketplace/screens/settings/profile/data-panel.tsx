import { useState } from 'react'
import { useNavigate } from 'react-router'
import { exportMe } from '../../../../api/identity/leaving.ts'
import { downloadFile } from '../../../../lib/browser/download-file.ts'
import { errorMessage } from '../../../../lib/error-message.ts'
import { t } from '../../../../lib/i18n.ts'
import { useToastedMutation } from '../../../../lib/use-toasted-mutation.ts'
import { whenLoaded } from '../../../../lib/when-loaded.ts'
import { Button } from '../../../../ui/button.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { Notice } from '../../../../ui/notice.tsx'

/** A copy of everything that is stored about the member, and the way out. */
export function DataPanel() {
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<string>()
  const download = useToastedMutation({
    mutationFn: async () => downloadFile('my-data.json', JSON.stringify(await exportMe(), null, 2), 'application/json'),
    toasts: { loading: t('profile:data.exporting'), success: t('profile:data.exported') },
  })
  const go = () => {
    setRefusal(undefined)
    whenLoaded(
      () => import('./leave.tsx'),
      // It says what is left to be done first: more than one reads in the 3 s of a toast.
      ({ leave }) => leave(navigate, go).catch((error: unknown) => setRefusal(errorMessage(error))),
    )
  }
  return (
    <Panel title={t('profile:data.title')}>
      <Notice>{refusal}</Notice>
      <div className="flex flex-col gap-2">
        <Button variant="plain" isPending={download.isPending} onClick={() => download.mutate()}>
          {t('profile:data.export')}
        </Button>
        <Button variant="danger" onClick={go}>
          {t('profile:data.delete')}
        </Button>
      </div>
    </Panel>
  )
}
