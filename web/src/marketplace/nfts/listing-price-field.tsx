import { t } from '../../lib/i18n.ts'
import { Field, UnitInput } from '../../ui/field.tsx'
import type { ListingForm } from './listing-price.ts'

export const ListingPriceField = ({ form, disabled }: { form: ListingForm; disabled?: boolean }) => (
  <Field label={t('nft.listing.price')} error={form.formState.errors.auctionPrice?.message}>
    {(control) => (
      <UnitInput
        {...control}
        {...form.register('auctionPrice')}
        unit={t('price.currency')}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        disabled={disabled}
      />
    )}
  </Field>
)
