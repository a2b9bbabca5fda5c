import { getInvoiceUbl, type Invoice } from '#contract'
import { useAction } from '../../api.ts'
import { download } from '../../components/download.ts'
import { notifyFailed } from '../../components/notify.tsx'

/** Downloads the invoice as UBL. It is fetched first, since a letterhead that lacks something is told, not downloaded. */
export function useDownloadUbl({ id, number }: Invoice): () => Promise<void> {
  const { mutateAsync } = useAction(getInvoiceUbl)
  return async () => {
    try {
      const response = await mutateAsync({ invoiceId: id })
      download(await response.blob(), `${number}.xml`)
    } catch (error) {
      notifyFailed('The UBL invoice could not be made', error)
    }
  }
}
