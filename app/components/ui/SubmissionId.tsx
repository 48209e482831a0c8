/** The hidden fields that give a form post its identity: sent twice, it counts once. */
export function SubmissionId({ value, intent }: { value: string; intent?: string }) {
  return (
    <>
      <input type="hidden" name="submissionId" value={value} />
      {intent && <input type="hidden" name="intent" value={intent} />}
    </>
  );
}
