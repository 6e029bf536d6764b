// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Who may do what: one owner, and roles as a bit mask per account.
/// @notice The owner gives roles and has no other power over tokens. A guardian can only take roles away: it is the stop
/// button, and pausing the platform is taking the minter's and the settler's role.
abstract contract Roles {
    /// @notice The account has not the role, or is not the account, that this call is for.
    error NotAuthorized();
    /// @notice The mask has bits that name no role.
    error InvalidRoles();

    /// @notice The roles of an account are now exactly this mask.
    event RolesChanged(address indexed account, uint256 roles);
    /// @notice An ownership transfer waits for `newOwner` to accept it (the zero address: none waits any more).
    event OwnershipTransferStarted(address indexed previousOwner, address indexed newOwner);
    /// @notice The ownership has passed on.
    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);

    /// @notice May mint.
    uint256 public constant MINTER = 1;
    /// @notice May settle sales that sellers have signed, and cancel listings.
    uint256 public constant SETTLER = 2;
    /// @notice May take roles away, and cancel listings.
    uint256 public constant GUARDIAN = 4;

    uint256 private constant ALL_ROLES = MINTER | SETTLER | GUARDIAN;

    /// @notice The roles of an account, as a mask of MINTER, SETTLER and GUARDIAN.
    mapping(address account => uint256 roles) public rolesOf;
    /// @notice The account that gives roles and sets what belongs to the collection as a whole.
    address public owner;
    /// @notice The account that may accept the ownership, if one was named.
    address public pendingOwner;

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotAuthorized();
        _;
    }

    modifier onlyRole(uint256 role) {
        if (!_hasAnyRole(role)) revert NotAuthorized();
        _;
    }

    constructor(address initialOwner) {
        owner = initialOwner;
        emit OwnershipTransferred(address(0), initialOwner);
    }

    /// @notice Gives roles to an account, besides those it has. Only the owner.
    /// @param account Who gets them.
    /// @param roles A mask of MINTER, SETTLER and GUARDIAN.
    function grantRoles(address account, uint256 roles) external onlyOwner {
        if (roles & ~ALL_ROLES != 0) revert InvalidRoles();
        _setRoles(account, rolesOf[account] | roles);
    }

    /// @notice Takes roles from an account. The owner, a guardian, or the account itself.
    /// @param account Who loses them.
    /// @param roles A mask of MINTER, SETTLER and GUARDIAN.
    function revokeRoles(address account, uint256 roles) external {
        if (msg.sender != owner && msg.sender != account && !_hasAnyRole(GUARDIAN)) revert NotAuthorized();
        if (roles & ~ALL_ROLES != 0) revert InvalidRoles();
        _setRoles(account, rolesOf[account] & ~roles);
    }

    /// @notice Names the next owner, who has to accept. The zero address takes an earlier naming back. Only the owner.
    function transferOwnership(address newOwner) external onlyOwner {
        pendingOwner = newOwner;
        emit OwnershipTransferStarted(msg.sender, newOwner);
    }

    /// @notice Accepts the ownership. Only the named next owner.
    function acceptOwnership() external {
        if (msg.sender != pendingOwner) revert NotAuthorized();
        emit OwnershipTransferred(owner, msg.sender);
        owner = msg.sender;
        delete pendingOwner;
    }

    /// @dev Whether the caller has one of the roles in the mask.
    function _hasAnyRole(uint256 roles) internal view returns (bool) {
        return rolesOf[msg.sender] & roles != 0;
    }

    function _setRoles(address account, uint256 roles) private {
        rolesOf[account] = roles;
        emit RolesChanged(account, roles);
    }
}
