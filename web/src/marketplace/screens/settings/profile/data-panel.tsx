import { addressOf } from '@verso/protocol/pages/pages'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { deleteMe, exportMe } from '../../../../api/users.ts'
import { errorMessage } from '../../../../lib/error-message.ts'
import { t } from '../../../../lib/i18n.ts'
import { useToastedMutation } from '../../../../lib/use-toasted-mutation.ts'
import { Button } from '../../../../ui/button.tsx'
import { confirm } from '../../../../ui/overlays/modal.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { Notice } from '../../../../ui/loading/states.tsx'

/** A copy of everything that is stored about the member, and the way out. */
export function DataPanel() {
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<string>()
  const download = useToastedMutation({
    mutationFn: async () => saveFile('my-data.json', JSON.stringify(await exportMe(), null, 2)),
    toasts: { loading: t('profile:data.exporting'), success: t('profile:data.exported') },
  })
  const leave = async () => {
    const isSure = await confirm({
      title: t('profile:data.deleteTitle'),
      body: t('profile:data.deleteText'),
      confirmLabel: t('profile:data.delete'),
      isDanger: true,
    })
    if (!isSure) return
    setRefusal(undefined)
    try {
      await deleteMe()
      await navigate(addressOf('signOut'), { replace: true, state: { message: t('profile:data.deleted') } })
    } catch (error) {
      // It says what is left to be done first: more than one reads in the 3 s of a toast.
      setRefusal(errorMessage(error))
    }
  }
  return (
    <Panel title={t('profile:data.title')}>
      <Notice>{refusal}</Notice>
      <div className="flex flex-col gap-2">
        <Button variant="plain" isPending={download.isPending} onClick={() => download.mutate()}>
          {t('profile:data.export')}
        </Button>
        <Button variant="danger" onClick={() => void leave()}>
          {t('profile:data.delete')}
        </Button>
      </div>
    </Panel>
  )
}

async function saveFile(name: string, text: string): Promise<void> {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
