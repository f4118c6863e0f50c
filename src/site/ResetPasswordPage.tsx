export default function ResetPasswordPage() {
  return <h1>Choose a new password</h1>;
}
