export default function ForgotPasswordPage() {
  return <h1>Forgotten password</h1>;
}
