import { Route, Routes } from 'react-router'
import { t } from '../lib/i18n.ts'
import { EmptyState } from '../ui/states.tsx'

/** The screens of the admin area (spec §2). */
export function AdminRoutes() {
  return (
    <Routes>
      <Route path="*" element={<EmptyState title={t('notFound.title')} description={t('notFound.description')} />} />
    </Routes>
  )
}
